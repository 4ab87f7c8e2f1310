import type { Config } from './config.ts'
import { OwnedElsewhere } from './db/embedded/ownership.ts'

type Fault = Error & { code?: string; syscall?: string; address?: string; hostname?: string; port?: number }

/** What keeps the service from starting, with what to do about it; undefined for what nobody has foreseen. */
export function startFault(error: unknown, config: Config): string | undefined {
  if (error instanceof OwnedElsewhere) return `DATA_DIR: ${error.message}.`
  const fault = (error instanceof AggregateError ? error.errors[0] : error) as Fault
  if (fault.syscall === 'listen' || fault.hostname === config.host) return listenFault(fault, config)
  const isDatabase = fault.syscall === 'connect' || fault.syscall === 'getaddrinfo' || /^(28|3D)/.test(fault.code ?? '')
  if (isDatabase && config.databaseUrl) return `DATABASE_URL: the database can't be reached: ${fault.message}.`
  return undefined
}

function listenFault({ code, message, address, port }: Fault, config: Config): string {
  const setting = port === config.port ? 'PORT' : 'MAILBOX_PORT'
  if (code === 'EADDRINUSE')
    return `${setting}: another program listens on port ${port} of ${address} already. Stop it, or set another ${setting}.`
  if (code === 'EACCES') return `${setting}: this user may not listen on port ${port}. Set one above 1023.`
  return `HOST: the service can't listen on ${config.host}: ${message}.`
}
