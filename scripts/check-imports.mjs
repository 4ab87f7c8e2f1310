// Checks the import rules (docs/architecture.md). Reads every import of src, service and tests and reports each one that
// breaks a rule.
// Run: node scripts/check-imports.mjs
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const aliases = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).imports

function* filesIn(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory()) yield* filesIn(file)
    else if (/\.(ts|tsx|astro|mjs)$/.test(entry.name)) yield file
  }
}

/** The file in this project, or the package, that an import names. */
function resolve(from, target) {
  for (const [alias, place] of Object.entries(aliases)) {
    const start = alias.slice(0, -1)
    if (target.startsWith(start)) return place.slice(2, -1) + target.slice(start.length)
  }
  if (target.startsWith('.')) return path.posix.join(path.posix.dirname(from), target)
  return `package:${target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : target.split('/')[0]}`
}

const inside =
  (...folders) =>
  (place) =>
    folders.some((folder) => place.startsWith(folder))
const isPackage = (place) => place.startsWith('package:')
const isData = (place) => /\.(json|css|md)$/.test(place) || place.startsWith('public/')
const onlyIn = (names, folder) => ({
  say: `${names.join(', ')}: imported only in ${folder}`,
  breaks: (from, to) =>
    names.some((name) => to === `package:${name}`) && !from.startsWith(folder) && !from.startsWith('tests/'),
})
/** The app's folder that is not a feature, and that all features may import. */
const kernel = 'core'
const feature = (place) => new RegExp(`^src/islands/app/(?!(?:${kernel})/)([^/]+)/`).exec(place)?.[1]
/** Folders of the areas that are not features, and that every area may import. */
const areaKernel = {
  chains: ['evm', 'solana', 'test-chain', 'tron'],
  identity: ['providers', 'sign-in', 'users'],
  messaging: ['alarms', 'mail', 'notify'],
  money: ['ledger'],
  site: ['downloads'],
}
const serviceKernel = inside(
  'service/platform/',
  ...Object.entries(areaKernel).flatMap(([area, folders]) => folders.map((folder) => `service/${area}/${folder}/`)),
)
/** Allowed imports between features of the service. */
const featureUses = {
  ambassadors: ['earnings'],
  balance: ['deposits', 'own-account', 'withdrawals'],
  deposits: ['balance', 'withdrawals'],
  devices: ['alerts', 'earnings'],
  earnings: ['withdrawals'],
  proofs: ['earnings'],
  rental: ['balance'],
  invitations: ['points'],
  plans: ['earnings'],
  messages: ['notices'],
  orders: ['balance', 'deposits', 'plans'],
  output: ['earnings', 'orders'],
  points: ['earnings'],
  'own-account': ['passkeys', 'security'],
  security: ['passkeys'],
  tasks: ['points', 'social'],
  wallets: ['payment-password'],
  withdrawals: ['earnings', 'payment-password', 'wallets'],
}
/** The feature of a file of the service, and what the file is in it. */
function serviceFeature(place) {
  const [, area, folder, file] =
    /^service\/(compute|identity|market|messaging|money|rental|rewards|site)\/(?:([^/]+)\/)?(?:.+\/)?([^/]+)\.ts$/.exec(
      place,
    ) ?? []
  if (area === undefined || areaKernel[area]?.includes(folder)) return undefined
  const name = area === 'rental' ? area : folder
  return name && { name, file }
}

const rules = [
  {
    say: 'src/lib imports packages and itself',
    breaks: (from, to) => from.startsWith('src/lib/') && !isPackage(to) && !isData(to) && !to.startsWith('src/lib/'),
  },
  {
    say: 'scripts of static pages import src/lib and their own parts alone',
    breaks: (from, to) => from.startsWith('src/lazy/') && !inside('src/lib/', 'src/lazy/')(to),
  },
  {
    say: 'inside src/lib only api uses crypto',
    breaks: (from, to) =>
      from.startsWith('src/lib/') &&
      to.startsWith('src/lib/crypto/') &&
      !inside('src/lib/crypto/', 'src/lib/api/')(from),
  },
  {
    say: 'src/lib/contract uses money, time and rules only',
    breaks: (from, to) =>
      from.startsWith('src/lib/contract/') &&
      !isPackage(to) &&
      !inside('src/lib/contract/', 'src/lib/money/', 'src/lib/time/', 'src/lib/rules/')(to),
  },
  {
    say: 'ui knows neither stores nor contract',
    breaks: (from, to) =>
      from.startsWith('src/islands/ui/') &&
      inside('src/lib/contract/', 'src/lib/api/', 'src/lib/session/', 'src/islands/app/', 'src/islands/forms/')(to),
  },
  {
    say: 'a screen reaches the service through its store',
    breaks: (from, to) => from.startsWith('src/islands/') && from.endsWith('.tsx') && to.startsWith('src/lib/api/'),
  },
  {
    say: 'what a screen reads with draws nothing',
    breaks: (from, to) => /\/app\/[^/]+\/reads\.ts$/.test(from) && /(?:\.tsx|\/index\.ts)$/.test(to),
  },
  {
    say: 'no screen imports the list of features: it is loaded by it',
    breaks: (from, to) =>
      feature(from) && /\/app\/(?:features|core\/routing\/(?:router|screens|first-screen))\.ts$/.test(to),
  },
  {
    say: 'a feature of the app uses another one only through its index, its store or its tabs',
    breaks: (from, to) =>
      feature(from) && feature(to) && feature(from) !== feature(to) && !/\/(?:(?:index|store)\.ts|tabs\.tsx)$/.test(to),
  },
  {
    say: 'only app pages import the app island',
    breaks: (from, to) =>
      to.startsWith('src/islands/app/') &&
      !inside(
        'src/islands/app/',
        'src/pages/user/',
        'src/pages/messages/',
        'src/gallery/',
        'src/layouts/App',
        'tests/',
      )(from),
  },
  { say: 'nothing in src imports service', breaks: (from, to) => from.startsWith('src/') && to.startsWith('service/') },
  {
    say: 'service takes from src/lib only what both sides share',
    breaks: (from, to) =>
      from.startsWith('service/') &&
      to.startsWith('src/') &&
      // At the start the client's sealing is held against another library's.
      from !== 'service/platform/http/sm2/self-test.ts' &&
      !inside(
        'src/lib/contract/',
        'src/lib/rules/',
        'src/lib/money/',
        'src/lib/time/',
        'src/lib/text/',
        'src/lib/brand.ts',
        'src/lib/engine/',
        'src/lib/crypto/md5.ts',
        'src/lib/i18n/',
        'src/lib/illustration/icons.ts',
        'src/content/',
      )(to),
  },
  {
    say: 'rules of a feature are pure: no queries, no routes, no jobs, no context',
    breaks: (from, to) => serviceFeature(from)?.file === 'rules' && (isPackage(to) || to.startsWith('service/')),
  },
  {
    say: 'queries and jobs of a feature do not import routes',
    breaks: (from, to) =>
      serviceFeature(from) &&
      !['feature', 'routes'].includes(serviceFeature(from).file) &&
      serviceFeature(to)?.file === 'routes',
  },
  {
    say: 'what the features of the service stand on imports none of them',
    breaks: (from, to) => serviceKernel(from) && serviceFeature(to),
  },
  {
    say: 'a feature of the service uses only the others that are named for it',
    breaks: (from, to) => {
      const [user, used] = [serviceFeature(from)?.name, serviceFeature(to)?.name]
      return user && used && user !== used && !featureUses[user]?.includes(used)
    },
  },
  onlyIn(['uplot'], 'src/islands/ui/'),
  onlyIn(['@nanostores/query'], 'src/islands/app/'),
  onlyIn(['pg'], 'service/'),
  onlyIn(['pg-boss'], 'service/platform/jobs/'),
  onlyIn(['ssh2'], 'service/'),
  onlyIn(['ws'], 'service/rental/'),
  onlyIn(['@xterm/xterm', '@xterm/addon-fit'], 'src/islands/app/gpu/'),
  onlyIn(['viem', '@scure/bip32'], 'service/'),
]

const importOf =
  /(?:^|\n)\s*(?:import|export)\b[^'"\n;]*?(?:\bfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]\s*\)|\}\s*from\s+['"]([^'"]+)['"]/g
let broken = 0
/** Imports of each file. */
const importsByFile = new Map()
for (const file of ['src', 'service', 'tests'].flatMap((folder) => [...filesIn(folder)])) {
  importsByFile.set(file, new Set())
  const text = readFileSync(path.join(root, file), 'utf8')
  for (const [, one, two, three] of text.matchAll(importOf)) {
    const to = resolve(file, one ?? two ?? three)
    importsByFile.get(file).add(to)
    for (const rule of rules.filter(({ breaks }) => breaks(file, to))) {
      broken += 1
      console.error(`${file} imports ${to}\n    against: ${rule.say}`)
    }
  }
}

/**
 * Files that remain after repeatedly removing every file without importers or without imports among them: the cycles.
 */
function circles(files) {
  const imported = new Set([...files.values()].flatMap((targets) => [...targets]))
  const rest = new Map()
  for (const [file, targets] of files) {
    const remaining = [...targets].filter((one) => files.has(one))
    if (remaining.length > 0 && imported.has(file)) rest.set(file, remaining)
  }
  return rest.size === files.size ? rest : circles(rest)
}

for (const [file, targets] of circles(importsByFile)) {
  broken += 1
  console.error(`${file} imports ${targets.join(', ')}\n    against: no file imports itself by way of others`)
}

const used = new Set(
  [...importsByFile].flatMap(([file, targets]) =>
    [...targets].map((target) => `${serviceFeature(file)?.name} uses ${serviceFeature(target)?.name}`),
  ),
)
for (const [user, others] of Object.entries(featureUses))
  for (const line of others.map((other) => `${user} uses ${other}`).filter((line) => !used.has(line))) {
    broken += 1
    console.error(`scripts/check-imports.mjs says that ${line}, and it does not`)
  }

console.log(`imports: ${importsByFile.size} files, ${broken} against the rules`)
process.exit(broken > 0 ? 1 : 0)
