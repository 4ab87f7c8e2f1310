import pg from 'pg'

/** Where a connection is cut: before a statement, or after it was executed and before its reply is read. */
export interface Cut {
  /** The number of the statement, from 1 on. */
  readonly at: number
  readonly side: 'before' | 'after'
}

export interface Severed {
  /** All statements of the work, in order, over all connections. */
  readonly statements: readonly string[]
  /** Whether the work reached the cut. */
  readonly isCut: boolean
  /** The error of the work; undefined when it succeeded anyway. */
  readonly failure: unknown
}

type Query = (this: pg.Client, ...parts: unknown[]) => unknown
type Callback = (error: Error | null, result?: unknown) => void

/** A cut at the first statement that passes, where numbers differ from run to run. */
export interface CutWhen extends Pick<Cut, 'side'> {
  /** Takes all statements up to this one. */
  when(statements: readonly string[]): boolean
}

const isAt = (cut: Cut | CutWhen, statements: readonly string[]): boolean =>
  'at' in cut ? statements.length === cut.at : cut.when(statements)

/**
 * Runs work on a database whose server ends the connection of one statement, as a crash or a network failure does. Nothing else
 * in the process may use a database meanwhile: its statements would be counted too.
 */
export async function sever(
  databaseUrl: string,
  cut: Cut | CutWhen | undefined,
  work: () => Promise<unknown>,
): Promise<Severed> {
  const surgeon = new pg.Client(databaseUrl)
  await surgeon.connect()
  const whole = pg.Client.prototype.query as Query
  const statements: string[] = []
  let isCut = false

  async function end(client: pg.Client): Promise<void> {
    isCut = true
    const { processID } = client as unknown as { processID: number }
    await whole.call(surgeon, 'select pg_terminate_backend($1, 5000)', [processID])
  }
  async function perform(client: pg.Client, parts: unknown[]): Promise<unknown> {
    const [statement] = parts as [string | { text: string }]
    statements.push(typeof statement === 'string' ? statement : statement.text)
    const side = cut && !isCut && isAt(cut, statements) ? cut.side : undefined
    if (side === 'before') await end(client)
    const result = await whole.call(client, ...parts)
    if (side !== 'after') return result
    await end(client)
    throw new Error('the connection has ended ahead of the answer')
  }
  const counted: Query = function (...parts) {
    const answered = typeof parts.at(-1) === 'function' ? (parts.pop() as Callback) : undefined
    const result = perform(this, parts)
    if (answered) result.then((found) => answered(null, found), answered)
    return answered ? undefined : result
  }

  pg.Client.prototype.query = counted as typeof pg.Client.prototype.query
  try {
    const failure = await work().then(
      () => undefined,
      (error: unknown) => error ?? new Error('failed without a reason'),
    )
    return { statements, isCut, failure }
  } finally {
    pg.Client.prototype.query = whole as typeof pg.Client.prototype.query
    await surgeon.end()
  }
}
