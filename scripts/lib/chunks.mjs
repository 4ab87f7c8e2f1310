// Which modules of the site's scripts share a file. It is told from their imports alone: which pages begin with a module,
// and which late parts of the app (a screen, what a screen reads with, a dialog) import it. Left to itself the bundler
// makes a file for each such set, dozens of a few hundred bytes, and over six connections of HTTP/1.1 they take turns.

/** So many late parts of the app are most of what a user comes to see. */
const MANY_PARTS = 8
/** What so many features read with is fetched for all of them. */
const MANY_READERS = 5

const areaOf = (id) => /\/src\/islands\/([^/]+)\//.exec(id)?.[1]
const isInApp = (id) => areaOf(id) === 'app'
/** What the screens of a feature read with (`reads` of its feature.ts): the feature's name. */
const readerOf = (id) => /\/src\/islands\/app\/([^/]+)\/reads\.ts$/.exec(id)?.[1]
/** The calls that leave beside the first screen's reads, late themselves, and the folder of the client that makes them. */
const isOfCalls = (id, parts) => /\/src\/lib\/api\//.test(id) || parts.some((part) => /\/app\/core\/calls\//.test(part))

/** Every module that `begin` leads to, by `next`. */
function reach(begin, next) {
  const found = new Set()
  const left = [begin]
  for (let id = left.pop(); id !== undefined; id = left.pop())
    if (!found.has(id)) {
      found.add(id)
      left.push(...next(id))
    }
  return found
}

/** Of every module the pages that begin with it, and the late parts that import it. */
function usersOf(someModule, infoOf) {
  const graph = new Map()
  reach(someModule, (id) => {
    const info = infoOf(id)
    graph.set(id, info)
    return info
      ? [...info.importedIds, ...info.dynamicallyImportedIds, ...info.importers, ...info.dynamicImporters]
      : []
  })
  const infos = [...graph].filter(([, info]) => info)
  const pages = infos.filter(([id, { isEntry }]) => isEntry && areaOf(id)).map(([id]) => id)
  const parts = new Set(infos.flatMap(([, { dynamicallyImportedIds }]) => dynamicallyImportedIds))
  const users = new Map(infos.map(([id]) => [id, { pages: [], parts: [] }]))
  const note = (kind) => (root) => {
    for (const id of reach(root, (one) => graph.get(one)?.importedIds ?? [])) users.get(id)?.[kind].push(root)
  }
  pages.forEach(note('pages'))
  ;[...parts].filter(isInApp).forEach(note('parts'))
  return { users, pages }
}

/** At least half of the pages of an area, or of several. */
const isHalf = (some, all) => some.length * 2 >= all.length

/** The areas that some pages are of, that with the most of them first. */
const areasOf = (pages) =>
  Object.entries(Object.groupBy(pages, areaOf))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([area]) => area)

/** The order in which kinds take their modules: what a module imports stands in its file, or in one taken before. */
const kinds = ['core', 'shell', 'calls', 'often', 'seldom', 'stores']
for (let readers = MANY_READERS - 1; readers > 0; readers--) kinds.push(`readers ${readers}`)
kinds.push('parts', 'pages')

/** What the app begins with: with most other pages, or with late parts, or alone, and then it stands in the app's own file. */
function beginningOf(parts, others, allOthers) {
  if (isHalf(others, allOthers)) return { kind: 'core', name: 'core' }
  return parts.length + others.length > 0 ? { kind: 'shell', name: 'shell' } : undefined
}

/** What pages of another area begin with, and what late parts of the app share with them. */
function sharedWith(area, parts, isOfHalf) {
  const kind = parts.length < MANY_PARTS ? 'seldom' : 'often'
  if (parts.length > 0) return { kind, name: `${kind}-${area}` }
  return isOfHalf ? { kind: 'pages', name: area } : undefined
}

/** What late parts alone import: the stores that screens read with, apart for each set of features, and what draws. */
function lateOf(id, parts) {
  const readers = parts.map(readerOf).filter(Boolean).sort()
  if (readers.length >= MANY_READERS) return { kind: 'stores', name: 'stores' }
  if (readers.length > 0)
    return readerOf(id) ? undefined : { kind: `readers ${readers.length}`, name: `reads-${readers.join('-')}` }
  return parts.length >= MANY_PARTS ? { kind: 'parts', name: 'parts' } : undefined
}

/** The kind of a module and the name of its file; nothing where the bundler may put it where it is imported. */
function chunkOf(id, { pages, parts }, allPages) {
  const others = pages.filter((page) => !isInApp(page))
  const allOthers = allPages.filter((page) => !isInApp(page))
  if (others.length < pages.length) return beginningOf(parts, others, allOthers)
  if (isOfCalls(id, parts)) return { kind: 'calls', name: 'calls' }
  const [area] = areasOf(others)
  const ofArea = allOthers.filter((page) => areaOf(page) === area)
  return area ? sharedWith(area, parts, isHalf(others, ofArea)) : lateOf(id, parts)
}

/** For the bundler: a group for each kind. Modules are asked for when all of them are known. */
export function chunkGroups() {
  let found
  const find = (someModule, context) => {
    const { users, pages } = usersOf(someModule, (id) => context.getModuleInfo(id))
    return new Map([...users].map(([id, ofIt]) => [id, chunkOf(id, ofIt, pages)]))
  }
  return kinds.map((kind, place) => ({
    priority: kinds.length - place,
    name(id, context) {
      found ??= find(id, context)
      const chunk = found.get(id)
      return chunk?.kind === kind ? chunk.name : null
    },
  }))
}
