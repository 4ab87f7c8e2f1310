import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'

const MIN_USES = 20
/** As many texts are told apart: more than the product has, so that lists of all lengths can't fill the memory. */
const MAX_TEXTS = 1_000

const ALL_COLUMNS = /(?:\b(?:select|returning)|[,.])\s*\*/i

/** Outside of any request: a connection outlives the one that has needed it first, and its errors are not that one's. */
const outside = AsyncLocalStorage.snapshot()

interface Statement {
  name: string
  times: number
}
const statements = new Map<string, Statement>()

/**
 * A connection that has PostgreSQL parse and plan a statement once, when it is sent often: for the statements of a call that is
 * more than half of their time. Not those that ask for `*`: a new column in their table would end them ("cached plan must
 * not change result type"), and nodes of two versions run on one database.
 */
export class PreparingClient extends pg.Client {
  override connect(...args: unknown[]): never {
    return outside(() => (super.connect as (...asked: unknown[]) => never)(...args))
  }

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const send = (...asked: unknown[]) => (super.query as (...asked: unknown[]) => never)(...asked)
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return name ? send({ name, text, values }, ...rest) : send(...args)
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
