import path from 'node:path'
import { type Config, ConfigError } from './platform/config.ts'
import { UnusableDataError } from './platform/db/embedded/cluster.ts'
import { DataUnreachableError } from './platform/db/embedded/home.ts'
import { DatabaseInUseError } from './platform/db/embedded/ownership.ts'
import { DatabaseUnreachableError, NewerSchemaError } from './platform/db/open.ts'
import { isUnknownParameter, PoolerError } from './platform/db/pooler.ts'

type SystemError = Error & {
  code?: string
  syscall?: string
  address?: string
  hostname?: string
  port?: number
  path?: string
}

/** PostgreSQL's code for a missing right (its manual, appendix A). */
const NOT_ALLOWED = '42501'

/** A sentence about an error of the start and what to do about it; undefined for an error that is not known. */
export function explainStartError(error: unknown, config: Config): string | undefined {
  if (error instanceof ConfigError) return error.message
  if (error instanceof DatabaseInUseError) return `DATA_DIR: ${error.message}.`
  if (error instanceof DataUnreachableError) return `DATA_DIR: ${error.message}`
  if (error instanceof UnusableDataError)
    return `DATA_DIR: ${error.message}. Put back a backup of the data, or set another folder.`
  if (error instanceof PoolerError) return error.message
  const database = explainDatabaseError(error, config)
  if (database) return `${config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}: ${database}`
  const system = error as SystemError
  if (system.syscall === 'listen' || system.hostname === config.host) return explainListenError(system, config)
  if (isInside(path.resolve(config.dataDir), system.path))
    return `DATA_DIR: nothing can be kept in ${path.resolve(config.dataDir)}: ${system.message}. Set a folder that this user may write to.`
  return undefined
}

function explainDatabaseError(error: unknown, { databaseUrl }: Config): string | undefined {
  if (error instanceof NewerSchemaError)
    return `${error.message}. Start the version that made them, or use another database.`
  if (databaseUrl === undefined) return undefined
  if (error instanceof DatabaseUnreachableError && isUnknownParameter(error))
    return 'it leads to PgBouncer: set DATABASE_DIRECT_URL to PostgreSQL itself, as docs/guides/run-in-production.md says.'
  if (error instanceof DatabaseUnreachableError) return `${unreachable(error)}, and the user, password, host and port.`
  const { code, message } = error as SystemError
  if (code !== NOT_ALLOWED) return undefined
  return `its user may not do what the service needs: ${message}. Make that user the owner of the database.`
}

const unreachable = ({ message }: DatabaseUnreachableError): string =>
  `the database can't be reached: ${message}. Check that the server runs`

/** A sentence for the log of a start that waits for its database. */
export const waitingSentence = (cause: unknown): string =>
  `DATABASE_URL: ${unreachable(new DatabaseUnreachableError(cause))}, the host and the port. The start goes on when it answers.`

const isInside = (folder: string, file: string | undefined): boolean =>
  file !== undefined && !path.relative(folder, file).startsWith('..')

function explainListenError({ code, message, address, port }: SystemError, config: Config): string {
  const setting = port === config.port ? 'PORT' : 'MAILBOX_PORT'
  const which = setting === 'MAILBOX_PORT' && port === config.port + 1 ? `${setting} (by itself PORT + 1)` : setting
  if (code === 'EADDRINUSE')
    return `${which}: another program listens on port ${port} of ${address} already. Stop it, or set another ${setting}.`
  if (code === 'EACCES') return `${which}: this user may not listen on port ${port}. Set one above 1023.`
  return `HOST: the service can't listen on ${config.host}: ${message}. Set 127.0.0.1 for this machine alone, 0.0.0.0 for every network.`
}
