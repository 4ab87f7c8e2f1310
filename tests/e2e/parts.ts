/** Parts of a list, so that each is a test of its own and none comes near its time on a slow machine. */
export const inParts = <T>(all: readonly T[], size: number): { readonly name: string; readonly part: readonly T[] }[] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => {
    const part = all.slice(index * size, (index + 1) * size)
    return { name: `${index * size + 1} to ${index * size + part.length}`, part }
  })

/** The template of a page by its address: the pages of a folder share one, in each language. */
const templateOf = (path: string) => path.replace(/^((?:\/zh)?\/[^/]+\/)[^/]+\/$/, '$1*/')

/** A page of each template, in place of all its pages. */
export const firstOfTemplates = (paths: readonly string[]): string[] => [
  ...new Map(paths.toReversed().map((path) => [templateOf(path), path])).values(),
]

/** `npm run test:long` checks every page in every way. */
export const isWhole = process.env.PAGES === 'all'

/** Part of a list checked in one of two ways: all of it in the long run, every second one in the others. */
export const inTurn = <T>(all: readonly T[], turn: 0 | 1): readonly T[] =>
  isWhole ? all : all.filter((_, index) => index % 2 === turn)
