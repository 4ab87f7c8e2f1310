// Assigns the modules of the site's scripts to files, by their imports alone: the pages that load a module at start,
// and the late parts of the app (a screen, its reads, a dialog) that import it. The bundler alone makes a file for each
// such set, dozens of a few hundred bytes, which queue on six connections of HTTP/1.1.

/** A module used by this many late parts is needed by most visits. */
const MANY_PARTS = 8
/** A module read by this many features is loaded for all of them. */
const MANY_READERS = 5
/** Characters. Less than that in a file of its own costs more, by its name and its request, than loading it for all features. */
const SMALL_MODULE = 850

/** The screen with which nearly every visit begins, and its parts that are loaded after it. */
const HOME = /\/src\/islands\/app\/(?:overview\/screen|(?:earnings|withdrawals)\/recent)\.tsx$/

const areaOf = (id) => /\/src\/islands\/([^/]+)\//.exec(id)?.[1]
const isInApp = (id) => areaOf(id) === 'app'
/** The feature whose screens read with the module (`reads` of its feature.ts). */
const readerOf = (id) => /\/src\/islands\/app\/([^/]+)\/reads\.ts$/.exec(id)?.[1]
/** The calls that leave beside the first screen's reads, late themselves, with the client that makes them. */
const isOfCalls = (parts) => parts.some((part) => /\/app\/core\/calls\//.test(part))

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

/** For every module, the pages that load it at start, and the late parts that import it. */
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

/** The areas of some pages, the one with the most pages first. */
const areasOf = (pages) =>
  Object.entries(Object.groupBy(pages, areaOf))
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([area]) => area)

/** Order in which kinds take their modules: a module's imports are in its own file, or in one taken before. */
const kinds = ['core', 'shell', 'calls', 'often', 'seldom', 'stores']
for (let readers = MANY_READERS - 1; readers > 0; readers--) kinds.push(`readers ${readers}`)
kinds.push('parts', 'home', 'pages')

/** Modules loaded at the app's start: shared with most other pages, with late parts, or alone in the app's own file. */
function beginningOf(parts, others, allOthers) {
  if (isHalf(others, allOthers)) return { kind: 'core', name: 'core' }
  return parts.length + others.length > 0 ? { kind: 'shell', name: 'shell' } : undefined
}

/** Modules loaded at the start by another area's pages and shared with late parts of the app. */
function sharedWith(area, parts, isOfHalf) {
  const kind = parts.length < MANY_PARTS ? 'seldom' : 'often'
  if (parts.length > 0) return { kind, name: `${kind}-${area}` }
  return isOfHalf ? { kind: 'pages', name: area } : undefined
}

/**
 * Modules imported only by late parts: the screens' stores, separate for each set of features, and rendering code; all
 * that the home screen shares with another part is one file.
 */
function lazyOf(id, parts) {
  const readers = parts.map(readerOf).filter(Boolean).sort()
  if (readers.length >= MANY_READERS) return { kind: 'stores', name: 'stores' }
  if (readers.length > 0)
    return readerOf(id) ? undefined : { kind: `readers ${readers.length}`, name: `reads-${readers.join('-')}` }
  if (parts.length >= MANY_PARTS) return { kind: 'parts', name: 'parts' }
  return parts.length > 1 && parts.some((part) => HOME.test(part)) ? { kind: 'home', name: 'home' } : undefined
}

/** The kind of a module and the name of its file; nothing where the bundler may put it where it is imported. */
function chunkOf(id, { pages, parts }, allPages) {
  const others = pages.filter((page) => !isInApp(page))
  const allOthers = allPages.filter((page) => !isInApp(page))
  if (others.length < pages.length) return beginningOf(parts, others, allOthers)
  if (isOfCalls(parts)) return { kind: 'calls', name: 'calls' }
  const [area] = areasOf(others)
  const ofArea = allOthers.filter((page) => areaOf(page) === area)
  return area ? sharedWith(area, parts, isHalf(others, ofArea)) : lazyOf(id, parts)
}

/** Moves what only some features read, and is small, to what all of them read. Its imports are there, or in files taken before. */
function joinSmall(chunks, infoOf) {
  const before = kinds.slice(0, kinds.indexOf('stores') + 1)
  const isBefore = (id) => before.includes(chunks.get(id)?.kind)
  for (const [id, chunk] of chunks) {
    const { code, importedIds = [] } = infoOf(id) ?? {}
    const isSmall = code && code.length < SMALL_MODULE && chunk?.kind.startsWith('readers')
    if (isSmall && importedIds.every(isBefore)) chunks.set(id, { kind: 'stores', name: 'stores' })
  }
  return chunks
}

/** For the bundler: a group for each kind. Modules are requested when all of them are known. */
export function chunkGroups() {
  let found
  const find = (someModule, context) => {
    const infoOf = (id) => context.getModuleInfo(id)
    const { users, pages } = usersOf(someModule, infoOf)
    return joinSmall(new Map([...users].map(([id, ofIt]) => [id, chunkOf(id, ofIt, pages)])), infoOf)
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
