import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { noTransaction, recordStatement } from './change-tracking.ts'
import { isLeavingServer, isUnavailable } from './unavailable.ts'

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

interface PreparingConfig extends pg.ClientConfig {
  /** Whether all of its statements reach one session of the server, as they do not behind a pooler that lends one for a transaction. */
  hasSession?: boolean
}

/**
 * A client that prepares a statement once it is sent often: parsing and planning is more than half of the time of a call's
 * statements. Statements that select `*` are left out: a new column in their table would fail them ("cached plan must not
 * change result type"), and nodes of two versions run on one database.
 */
export class PreparingClient extends pg.Client {
  /** Whether its server has said that it ends or takes no writes: the pool must not lend it again. */
  isLeaving = false
  /** The error of a statement that no server answered. */
  lost: unknown
  readonly #transaction = noTransaction()
  readonly #hasSession: boolean

  constructor({ hasSession = true, ...config }: PreparingConfig = {}) {
    super(config)
    this.#hasSession = hasSession
  }

  override connect(...args: unknown[]): never {
    return outside(() => (super.connect as (...rest: unknown[]) => never)(...args))
  }

  override query(...args: unknown[]): never {
    const [text] = args
    const statement = typeof text === 'string' ? text : (text as { text?: string }).text
    if (statement !== undefined) recordStatement(statement, this.#transaction)
    const send = (...rest: unknown[]) => (super.query as (...rest: unknown[]) => never)(...rest)
    const result: unknown = this.#hasSession ? send(...prepared(args)) : send(...unnamed(args))
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        this.isLeaving ||= isLeavingServer(error)
        if (isUnavailable(error)) this.lost = error
      })
    return result as never
  }
}

/** Names a statement that is sent often, so that it is prepared. */
function prepared(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args
  const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
  return name ? [{ name, text, values }, ...rest] : args
}

/** A library's own name would prepare its statement in a session that others get next. */
function unnamed(args: unknown[]): unknown[] {
  const [first, ...rest] = args
  if (typeof first !== 'object' || first === null || 'submit' in first) return args
  return [{ ...first, name: undefined }, ...rest]
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
