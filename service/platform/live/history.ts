import { EVERYBODY } from './publish.ts'

/** Remembered messages: some megabytes, and hours of a busy platform. */
const MAX_IDS = 20_000

/** The messages that a node has received, by their ids. */
export interface LiveHistory {
  /** The id of the last message; undefined before the first. */
  readonly newest: string | undefined
  record(userId: string, id: string | undefined): void
  /** Whether a page that has received a message may have missed a later one. */
  mayHaveMissed(userId: string, id: string | undefined): boolean
  /** Forgets everything, after a gap in which messages may have been missed. */
  clear(): void
}

/**
 * Remembers which users got a message after which id. The database delivers to all nodes in commit order, so an id from one
 * node is a position in the history of every other node that was listening.
 */
export function createLiveHistory(maxIds = MAX_IDS): LiveHistory {
  const positions = new Map<string, number>()
  /** The position of the last message to each user; the map is in this order too. */
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
      // Messages of one transaction share one id, which moves to the last of them.
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
