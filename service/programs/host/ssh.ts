import { timingSafeEqual } from 'node:crypto'
import ssh2, { type AuthContext, type Connection, type ParsedKey } from 'ssh2'
import type { Driver, Order } from './driver.ts'
import { serveForwarding } from './ssh-forwarding.ts'
import { serveSession } from './ssh-sessions.ts'

/** Maximum connections of one rental. */
const MAX_CONNECTIONS = 32

export interface SshOptions {
  /** The rental that accepts connections now; undefined refuses everybody. */
  current(): Order | undefined
  driver: Driver
}

/** Connections whose key was removed from the rental are ended at this interval. */
const PRUNE_MS = 1_000

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** The key of a rental with this public part. */
const keyOf = ({ keys }: Order, data: Buffer): ParsedKey | undefined =>
  keys
    .map((line) => ssh2.utils.parseKey(line))
    .filter((key): key is ParsedKey => !(key instanceof Error))
    .find((key) => isSame(key.getPublicSSH(), data))

/** Whether a client proves to hold a key of the rental; nothing else is accepted. */
function isAuthorized(context: AuthContext, order: Order | undefined): boolean {
  if (context.method !== 'publickey' || !order) return false
  const known = keyOf(order, context.key.data)
  if (!known) return false
  // Without a signature the client only asks whether the key would be accepted.
  if (!context.signature || !context.blob) return true
  return known.verify(context.blob, context.signature, context.hashAlgo) === true
}

/** An SSH server that runs commands of the current rental's key holders in its driver, and gives access to nothing else. */
export function createSshServer(privateKey: string, options: SshOptions) {
  const open = new Map<Connection, { id: string; key: Buffer }>()
  const prune = setInterval(() => {
    const now = options.current()
    for (const [client, { id, key }] of open) if (now?.id === id && !keyOf(now, key)) client.end()
  }, PRUNE_MS)
  prune.unref()
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: 'idleforge' }, (client) => {
    let order: Order | undefined
    let key: Buffer = Buffer.alloc(0)
    client.on('error', () => client.end())
    client.on('close', () => open.delete(client))
    client.on('authentication', (context) => {
      order = options.current()
      if (context.method === 'publickey') key = context.key.data
      if (isAuthorized(context, order) && open.size < MAX_CONNECTIONS) context.accept()
      else context.reject(['publickey'])
    })
    client.on('ready', () => {
      if (!order || options.current()?.id !== order.id) return void client.end()
      open.set(client, { id: order.id, key })
      const { driver } = options
      const mine = { driver, order, isCurrent: () => options.current()?.id === order?.id }
      client.on('session', (accept) => serveSession(accept(), mine))
      serveForwarding(client, mine)
    })
  })
  server.on('close', () => clearInterval(prune))
  return {
    server,
    /** Disconnects everybody from a rental. */
    disconnect(id: string): void {
      for (const [client, of] of open) if (of.id === id) client.end()
    },
  }
}
