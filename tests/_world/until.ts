import { vi } from 'vitest'

/** Waits for a value. Use `expect.poll` for conditions. */
export const until = <T>(read: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await read()
      if (found === undefined) throw new Error('it has not come')
      return found
    },
    { timeout: 60_000, interval: 20 },
  )
