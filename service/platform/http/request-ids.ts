import type { Context } from '../context.ts'
import { RefusalError } from './refusal.ts'

interface OnceHandlers<T> {
  /** The result of an earlier request with the same id; see `requireSameRequest`. */
  existing(): Promise<T | undefined>
  /**
   * Executes the request: budget, guesses, transaction. Other nodes may run the same id at once: check for an existing result
   * again under the lock of the user's row, and keep user and id unique in the table.
   */
  act(): Promise<T>
}

/**
 * Makes a request with an id idempotent: an existing result is the answer, before any budget or guess is counted. Requests with
 * the same id run one after the other, so that of fifty at once one acts and 49 find its result.
 */
export const answerOnce = <T>(
  { mutex }: Context,
  { userId, requestId }: { userId: string; requestId: string },
  { existing, act }: OnceHandlers<T>,
): Promise<T> => mutex.runExclusive(`request:${userId}:${requestId}`, async () => (await existing()) ?? act())

/**
 * Returns the row of a request id for the request that made it. A request with the same id and another content is refused: its
 * sender would take the reply to one intent for the reply to another. `expected` maps the row's columns to the requested values,
 * in the columns' units, without secrets.
 */
export function requireSameRequest<Row extends object>(
  row: Row | undefined,
  expected: (row: Row) => { readonly [Column in keyof Row]?: unknown },
): Row | undefined {
  if (row === undefined) return undefined
  for (const [column, value] of Object.entries(expected(row)))
    if (String(row[column as keyof Row]) !== String(value)) throw new RefusalError('REQUEST_REUSED')
  return row
}
