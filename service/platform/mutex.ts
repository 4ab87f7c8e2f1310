/** Serialises work by key within this node: a hundred calls at once wait here instead of holding a connection each. */
export interface Mutex {
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** Works within this process only: other nodes need a lock in the database. */
export function createMutex(): Mutex {
  const last = new Map<string, Promise<void>>()
  return {
    runExclusive(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work)
      const ended = mine.then(
        () => undefined,
        () => undefined,
      )
      last.set(key, ended)
      void ended.then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
      return mine
    },
  }
}
