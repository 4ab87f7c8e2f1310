import { setTimeout as pause } from 'node:timers/promises'
import ssh2, { type Client, type ClientChannel } from 'ssh2'
import type { Rental } from '#lib/contract/gpu.ts'
import type { OpenedTerminal } from './terminal-tickets.ts'

/** A host learns of a terminal's key with its next poll. */
const MAX_TRIES = 15
const TRY_MS = 1_000
const READY_MS = 15_000
/** As a host calls the log of a start script. */
const LOG_SUBSYSTEM = 'idleforge-log'

export interface TerminalSize {
  rows: number
  columns: number
}

type Access = NonNullable<Rental['access']>

/** Connects once, as the renter's own client would, to the host with this key and no other. */
function connect({ host, port, user, hostKey }: Access, privateKey: string): Promise<Client> {
  const client = new ssh2.Client()
  return new Promise((resolve, reject) => {
    client.on('ready', () => resolve(client))
    client.on('error', reject)
    client.on('close', () => reject(new Error('the connection was closed')))
    client.connect({
      ...{ host, port, username: user, privateKey, readyTimeout: READY_MS, keepaliveInterval: 15_000 },
      hostHash: 'sha256',
      hostVerifier: (hash: string) =>
        hostKey === `SHA256:${Buffer.from(hash, 'hex').toString('base64').replace(/=+$/, '')}`,
    })
  })
}

/** Connects, with patience until the host has the key; undefined where it does not let anybody in, or nobody waits. */
export async function enterRental(
  access: Access,
  { privateKey }: OpenedTerminal,
  isWanted: () => boolean,
): Promise<Client | undefined> {
  for (let tried = 0; tried < MAX_TRIES && isWanted(); tried += 1) {
    const client = await connect(access, privateKey).catch(() => undefined)
    if (client) return client
    await pause(TRY_MS)
  }
  return undefined
}

/** Opens the shell in a terminal of a size, or the log. */
export const openChannel = (client: Client, kind: OpenedTerminal['kind'], size: TerminalSize): Promise<ClientChannel> =>
  new Promise((resolve, reject) => {
    const done = (error: Error | undefined, channel: ClientChannel) => (error ? reject(error) : resolve(channel))
    if (kind === 'log') client.subsys(LOG_SUBSYSTEM, done)
    else client.shell({ term: 'xterm-256color', rows: size.rows, cols: size.columns }, done)
  })
