import { atom, computed, type ReadableAtom } from 'nanostores'

/** The page of a list, from 1. Another order of the rows begins at its first page. */
export function createPage($sort: ReadableAtom<unknown>) {
  const $chosen = atom<{ page: number; sort: unknown }>({ page: 1, sort: undefined })
  return {
    $page: computed([$chosen, $sort], (chosen, sort) => (chosen.sort === sort ? chosen.page : 1)),
    goTo: (page: number): void => $chosen.set({ page, sort: $sort.get() }),
  }
}
