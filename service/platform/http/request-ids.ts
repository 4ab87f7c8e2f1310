import type { Context } from '../context.ts'
import { RefusalError } from './refusal.ts'

interface OnceHandlers<T> {
  /** What an earlier one of the same id has made; see `sameRequest`. */
  existing(): Promise<T | undefined>
  /**
   * Does it: budget, guesses, transaction. Other nodes may have the same id at once: look for a standing one again under
   * the lock of the user's row, and keep the pair of user and id unique in its table.
   */
  act(): Promise<T>
}

/**
 * Answers a request with an id: what stands already is the answer, before any budget or guess is counted. Those that come
 * at once take turns, so that fifty of one id are one that acts and 49 that find it.
 */
export const answerOnce = <T>(
  { mutex }: Context,
  { userId, requestId }: { userId: string; requestId: string },
  { existing: standing, act }: OnceHandlers<T>,
): Promise<T> => mutex.runExclusive(`request:${userId}:${requestId}`, async () => (await standing()) ?? act())

/**
 * The row that stands under a request id, for the request that has made it. Another content under the id is refused: who
 * sent it would take the answer to one intent for that to another. `asked` names the columns that hold what was asked for,
 * in their own units; secrets are no part of it.
 */
export function requireSameRequest<Row extends object>(
  row: Row | undefined,
  asked: (row: Row) => { readonly [Column in keyof Row]?: unknown },
): Row | undefined {
  if (row === undefined) return undefined
  for (const [column, value] of Object.entries(asked(row)))
    if (String(row[column as keyof Row]) !== String(value)) throw new RefusalError('REQUEST_REUSED')
  return row
}
