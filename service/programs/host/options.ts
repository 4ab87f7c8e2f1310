import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { HOST_FILE } from '#lib/rules/host-program.ts'

export const HOST_VERSION = '0.1.0'

export type DriverName = 'process' | 'container'

export interface Options {
  service: string
  token: string
  dataDir: string
  driver: DriverName
  /** Address where renters connect directly, in place of the gateway. */
  listen: { host: string; port: number } | undefined
}

/** The command line is invalid; the message says what to change. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const usage = `idleforge-host ${HOST_VERSION}: rent this machine out by the hour

  node ${HOST_FILE} --token TOKEN [options]

  --token TOKEN      the machine's token; or set IDLEFORGE_HOST_TOKEN, which other users can't see,
  --token-file FILE  or keep it in a file that only you may read
  --service URL      the service (default https://idleforge.example, or IDLEFORGE_SERVICE)
  --data DIR         where to keep its key (default ~/.idleforge-host)
  --driver NAME      container (the default; needs Docker or Podman), or process: programs of this system, for development.
                     A process shares with the system its network, kernel, processor, memory and disk, and all files that
                     everybody may read. The service rents such a machine to its owner only
  --listen HOST:PORT accept renters directly, if the machine is listed with an address
`

const parse = (args: readonly string[]) => {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ token: text, 'token-file': text, service: text, data: text, driver: text, listen: text },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Parses the command line; 'help' or 'version' where there is only something to print. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' | 'version' {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const token = values.token ?? readToken(values['token-file']) ?? env.IDLEFORGE_HOST_TOKEN ?? ''
  if (!/^[A-Za-z0-9_-]{20,128}$/.test(token)) throw new UsageError('Which machine is this? Give --token TOKEN.')
  const service = values.service ?? env.IDLEFORGE_SERVICE ?? 'https://idleforge.example'
  if (!/^https?:\/\/[^/]+\/?$/.test(service))
    throw new UsageError('--service is an address such as https://idleforge.example')
  const { driver = 'container' } = values
  if (driver !== 'process' && driver !== 'container') throw new UsageError('--driver is process or container.')
  return {
    token,
    service: service.replace(/\/$/, ''),
    dataDir: path.resolve(values.data ?? path.join(homedir(), '.idleforge-host')),
    driver,
    listen: listenOf(values.listen),
  }
}

function readToken(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`The token cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function listenOf(text: string | undefined): Options['listen'] {
  if (text === undefined) return undefined
  const [, host = '', port = ''] = /^([A-Za-z0-9.:-]+):(\d{1,5})$/.exec(text) ?? []
  if (host === '' || Number(port) > 65_535)
    throw new UsageError('--listen is an address and a port, such as 0.0.0.0:2222.')
  return { host, port: Number(port) }
}
