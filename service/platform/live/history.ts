import { EVERYBODY } from './publish.ts'

/** Words that are remembered: some megabytes, and hours of a busy platform. */
const MAX_IDS = 20_000

/** What a node has heard, by the ids of the words. */
export interface LiveHistory {
  /** The id of what was heard last; undefined before anything was. */
  readonly newest: string | undefined
  record(userId: string, id: string | undefined): void
  /** Whether a page that has heard a word may have missed one since. */
  mayHaveMissed(userId: string, id: string | undefined): boolean
  /** What was told in between is not known. */
  clear(): void
}

/**
 * Remembers what was told to whom after which word. The database tells all nodes in the order of the commits, so that an id that one node has
 * told is a place in the memory of every other that was there.
 */
export function createLiveHistory(maxIds = MAX_IDS): LiveHistory {
  const positions = new Map<string, number>()
  /** Where the last word to a user stands, and with it, in this order, users. */
  const last = new Map<string, number>()
  let position = 0
  let newest: string | undefined

  function forgetOldest(): void {
    for (const id of positions.keys()) {
      if (positions.size <= maxIds) break
      positions.delete(id)
    }
    const [oldest = position] = positions.values()
    for (const [userId, at] of last) {
      if (at > oldest) break
      last.delete(userId)
    }
  }

  return {
    get newest() {
      return newest
    },
    record(userId, id) {
      position += 1
      last.delete(userId)
      last.set(userId, position)
      if (id === undefined) return
      newest = id
      // A transaction that tells many has one id: it stands behind the last of them.
      positions.delete(id)
      positions.set(id, position)
      forgetOldest()
    },
    mayHaveMissed(userId, id) {
      const at = id === undefined ? undefined : positions.get(id)
      if (at === undefined) return true
      return [userId, EVERYBODY].some((to) => (last.get(to) ?? 0) > at)
    },
    clear() {
      positions.clear()
      last.clear()
      newest = undefined
    },
  }
}
