// Output of `npm run new -- feature AREA/NAME` (scripts/new.mjs): files from scripts/new/feature, whose feature is
// called new-thing in an area called AREA, and whose names end in `.tmpl`, so that no check treats them as product
// code; and lines in lists.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import { root } from './setup.mjs'

const read = (file) => readFileSync(path.join(root, file), 'utf8')

/**
 * The lists of every feature. An entry is added last between `opening` and `closing`, or in its alphabetical place; an
 * import is added first, and the formatter sorts it.
 */
export const lists = [
  {
    file: 'service/feature-list.ts',
    imports: "import { newThing } from './AREA/new-thing/feature.ts'",
    opening: 'features: readonly Feature[] = [',
    closing: ']',
    entry: 'newThing',
  },
  {
    file: 'service/platform/db/migrations/index.ts',
    imports: "import * as newThing from './NNN-new-thing.ts'",
    opening: 'migrations: Readonly<Record<string, TableMigration>> = {',
    closing: '\n}',
    entry: "'NNN-new-thing': { up: newThing.up }",
  },
  {
    file: 'src/islands/app/features.ts',
    imports: "import { newThing } from './new-thing/feature.ts'",
    opening: 'features = [',
    closing: ']',
    entry: 'newThing',
  },
  { file: 'src/lib/rules/routes.ts', opening: 'ours = [', closing: ']', entry: "'/user/new-thing'", isSorted: true },
  ...['en', 'zh'].map((locale) => ({
    file: `public/locales/${locale}/app.json`,
    opening: '"titles": {',
    closing: '"notFound"',
    entry: '"newThing": "New thing"',
  })),
]

/** The areas of the service that have a folder for each of their features. */
export const areas = ['compute', 'identity', 'market', 'messaging', 'money', 'rewards', 'site']

/** `market/price-list` as its area and its name. */
export function partsOf(place) {
  const [area, kebab = ''] = place.split('/', 2)
  return { area, kebab }
}

/** The name in each of its forms: price-list, priceList, PriceList, price_list, Price list. */
export function namesOf(kebab) {
  const camel = kebab.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
  const words = kebab.replaceAll('-', ' ')
  const first = (text) => text[0].toUpperCase() + text.slice(1)
  return { kebab, camel, pascal: first(camel), snake: kebab.replaceAll('-', '_'), title: first(words) }
}

/** Puts a feature's names, and the number of its migration, in place of those that the templates have. */
function fillerOf(place) {
  const { area, kebab } = partsOf(place)
  const { camel, pascal, snake, title } = namesOf(kebab)
  const numbers = readdirSync(path.join(root, 'service/platform/db/migrations')).map(
    (file) => Number.parseInt(file, 10) || 0,
  )
  const number = String(Math.max(...numbers) + 1).padStart(3, '0')
  const filled = {
    AREA: area,
    'new-thing': kebab,
    newThing: camel,
    NewThing: pascal,
    new_thing: snake,
    'New thing': title,
    NNN: number,
  }
  const placeholders = new RegExp(Object.keys(filled).join('|'), 'g')
  return (text) => text.replace(placeholders, (placeholder) => filled[placeholder])
}

function isIdentifier(name) {
  try {
    return Boolean(new Script(`'use strict'; const ${name} = 0`))
  } catch {
    return false
  }
}

/** The templates by the places of what they become. */
const templates = () => {
  const folder = path.join(root, 'scripts/new/feature')
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.tmpl'))
  return new Map(
    files.sort().map((file) => [file.replaceAll('\\', '/').replace(/\.tmpl$/, ''), path.join(folder, file)]),
  )
}

/** The file that defines a command of the operator's program with the name. */
function commandOf(kebab) {
  const named = new RegExp(`\\bname: '${kebab}[' ]`)
  const files = readdirSync(path.join(root, 'service'), { recursive: true, encoding: 'utf8' })
    .map((file) => `service/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts'))
  return files.sort().find((file) => {
    const source = read(file)
    return source.includes('operator/act.ts') && named.test(source)
  })
}

/** The file or folder where something has the name already. */
function holderOf(area, { kebab, camel }) {
  const files = [...templates().keys()].map(fillerOf(`${area}/${kebab}`))
  const folders = files.map((file) => path.posix.dirname(file)).filter((folder) => folder.endsWith(`/${kebab}`))
  const place = [...files, ...folders].find((one) => existsSync(path.join(root, one)))
  if (place) return place
  const bound = new RegExp(`(?:\\{ |as |const )${camel}\\b`)
  const list = lists.find((one) => one.imports && bound.test(read(one.file)))
  if (list) return list.file
  const [titles, routes] = ['public/locales/en/app.json', 'src/lib/rules/routes.ts']
  if (camel in JSON.parse(read(titles)).titles) return titles
  return read(routes).includes(`'/user/${kebab}'`) ? routes : commandOf(kebab)
}

/** Reason why a feature cannot have this place and name; undefined if it can. */
export function placeError(place) {
  const { area, kebab: name } = partsOf(place)
  if (!areas.includes(area)) return `${area} is no area: the name stands behind one of ${areas.join(', ')}.`
  if (!/^[a-z][a-z0-9]+(-[a-z0-9]+)*$/.test(name) || name.length > 32)
    return `${name} is no name of a feature: it takes small letters and digits, with hyphens between words, such as price-list, and is at most 32 long.`
  const names = namesOf(name)
  // The declaration of a screen has that name.
  if (!isIdentifier(names.camel) || names.camel === 'screen')
    return `${name} means something to the language: add a word to it.`
  const holder = holderOf(area, names)
  return holder && `${name} is taken, see ${holder}: choose another name.`
}

/** The text of a list with its new line. */
function added({ file, imports, opening, closing, entry, isSorted }) {
  const text = read(file)
  const from = text.indexOf(opening) + opening.length
  const to = text.indexOf(closing, from)
  if (from < opening.length || to < 0) throw new Error(`${file} has no list from ${opening} to ${closing}`)
  const current = text.slice(from, to)
  const entries = isSorted
    ? [...current.split(',').map((one) => one.trim()), entry].filter(Boolean).sort().join(',\n')
    : `${current}${entry},\n`
  return `${imports ? `${imports}\n` : ''}${text.slice(0, from)}${entries}${text.slice(to)}`
}

/** All that is written for a feature, by its place. */
export function planOf(place) {
  const fill = fillerOf(place)
  const files = [...templates()].map(([place, template]) => [fill(place), fill(readFileSync(template, 'utf8'))])
  const lines = lists.map(({ imports = '', entry, ...list }) => [
    list.file,
    added({ ...list, imports: fill(imports), entry: fill(entry) }),
  ])
  return new Map([...files, ...lines])
}
