/**
 * SQLSTATEs of a server that ends, starts or has become a standby: the same statement works on its successor. Source:
 * PostgreSQL, appendix A; 25006 is a write on a read-only server.
 */
const LEAVING = new Set(['25006', '57P01', '57P02', '57P03'])
/**
 * SQLSTATEs of a server that answers and refuses a new connection: too many of them, a password or a database that has changed. Those
 * that are open go on working.
 */
const REFUSED = new Set(['28000', '28P01', '3D000', '53300'])
/** Class 08 is a connection exception. */
const LOST = /^(08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** Errors of the driver that have no code. */
const SENTENCES =
  /^(Connection terminated|timeout exceeded when trying to connect|the database is silent|Client .* not queryable)/

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether a connection belongs to a server that no longer takes writes, so that it must not be used again. */
export const isLeavingServer = (error: unknown): boolean => LEAVING.has(codeOf(error))

/** Whether a server refused a connection before any statement; it answers others. */
export const isRefusedConnection = (error: unknown): boolean => REFUSED.has(codeOf(error))

/** Whether an error says that the database does not answer or takes no connection, in contrast to a statement that it refuses. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseUnavailableError || isLeavingServer(error) || isRefusedConnection(error)) return true
  return LOST.test(codeOf(error)) || SENTENCES.test(error.message)
}

/** The database does not answer; nothing was changed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  constructor(cause: unknown) {
    super('the database does not answer', { cause })
  }
}
