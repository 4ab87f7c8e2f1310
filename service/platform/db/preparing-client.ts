import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { noTransaction, recordStatement } from './change-tracking.ts'
import { isLeavingServer } from './unavailable.ts'

const MIN_USES = 20
/** Bounds the number of remembered statements; the product has fewer, but lists of all lengths must not fill the memory. */
const MAX_TEXTS = 1_000

const ALL_COLUMNS = /(?:\b(?:select|returning)|[,.])\s*\*/i

/** Runs outside of any request: a connection outlives the request that opened it, and its errors are not that request's. */
const outside = AsyncLocalStorage.snapshot()

interface Statement {
  name: string
  times: number
}
const statements = new Map<string, Statement>()

/**
 * A client that prepares a statement once it is sent often: parsing and planning is more than half of the time of a call's
 * statements. Statements that select `*` are left out: a new column in their table would fail them ("cached plan must not
 * change result type"), and nodes of two versions run on one database.
 */
export class PreparingClient extends pg.Client {
  /** Whether its server has said that it ends or takes no writes: the pool must not lend it again. */
  isLeaving = false
  readonly #transaction = noTransaction()

  override connect(...args: unknown[]): never {
    return outside(() => (super.connect as (...rest: unknown[]) => never)(...args))
  }

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const statement = typeof text === 'string' ? text : (text as { text?: string }).text
    if (statement !== undefined) recordStatement(statement, this.#transaction)
    const send = (...rest: unknown[]) => (super.query as (...rest: unknown[]) => never)(...rest)
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    const result: unknown = name ? send({ name, text, values }, ...rest) : send(...args)
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        this.isLeaving ||= isLeavingServer(error)
      })
    return result as never
  }
}

function nameOf(text: string): string | undefined {
  let statement = statements.get(text)
  if (!statement) {
    if (statements.size === MAX_TEXTS || ALL_COLUMNS.test(text)) return undefined
    statement = { name: createHash('sha256').update(text).digest('hex').slice(0, 32), times: 0 }
    statements.set(text, statement)
  }
  statement.times += 1
  return statement.times > MIN_USES ? statement.name : undefined
}
