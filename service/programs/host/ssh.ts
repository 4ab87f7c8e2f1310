import type { ChildProcess } from 'node:child_process'
import { timingSafeEqual } from 'node:crypto'
import ssh2, { type AuthContext, type Connection, type ParsedKey, type ServerChannel, type Session } from 'ssh2'
import type { Driver, ExecRequest, Order, Terminal } from './driver.ts'

/** Connections that one rental may have at once. */
const MAX_CONNECTIONS = 32

export interface SshOptions {
  /** The rental that may be entered now; undefined lets nobody in. */
  current(): Order | undefined
  driver: Driver
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** The key of a rental that a client shows and proves to hold; nothing else lets anybody in. */
function isAuthorized(context: AuthContext, order: Order | undefined): boolean {
  if (context.method !== 'publickey' || !order) return false
  const keys = order.keys
    .map((line) => ssh2.utils.parseKey(line))
    .filter((key): key is ParsedKey => !(key instanceof Error))
  const known = keys.find((key) => isSame(key.getPublicSSH(), context.key.data))
  if (!known) return false
  // Without a signature it asks whether the key would do.
  if (!context.signature || !context.blob) return true
  return known.verify(context.blob, context.signature, context.hashAlgo) === true
}

/** An SSH server that gives whoever holds a key of the current rental what its driver runs, and nothing else of this machine. */
export function createSshServer(privateKey: string, door: SshOptions) {
  const open = new Map<Connection, string>()
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: 'idleforge' }, (client) => {
    let order: Order | undefined
    client.on('error', () => client.end())
    client.on('close', () => open.delete(client))
    client.on('authentication', (context) => {
      order = door.current()
      if (isAuthorized(context, order) && open.size < MAX_CONNECTIONS) context.accept()
      else context.reject(['publickey'])
    })
    client.on('ready', () => {
      if (!order || door.current()?.id !== order.id) return void client.end()
      open.set(client, order.id)
      const mine = order
      client.on('session', (accept) => onSession(accept(), mine, door))
    })
  })
  return {
    server,
    /** Hangs up on everybody in a rental. */
    disconnect(id: string): void {
      for (const [client, of] of open) if (of === id) client.end()
    },
  }
}

function onSession(session: Session, order: Order, { driver, current }: SshOptions): void {
  let terminal: Terminal | undefined
  session.on('pty', (accept, _reject, { term, rows, cols }) => {
    const size = (number: number) => Math.max(1, Math.min(1000, Math.floor(number) || 1))
    terminal = { term: /^[\w.+-]{1,40}$/.test(term ?? '') ? term : 'xterm', rows: size(rows), columns: size(cols) }
    accept?.()
  })
  session.on('window-change', (accept) => accept?.())
  const begin = (accept: () => ServerChannel, wanted: ExecRequest) => {
    const child = current()?.id === order.id ? driver.run(order, wanted) : undefined
    const channel = accept()
    if (child) join(channel, child)
    else decline(channel)
  }
  session.on('shell', (accept) => begin(accept, { command: undefined, terminal }))
  session.on('exec', (accept, _reject, { command }) => begin(accept, { command, terminal }))
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') begin(accept, { command: undefined, terminal: undefined, files: true })
    else reject?.()
  })
}

function decline(channel: ServerChannel): void {
  channel.stderr.write('This is not available here.\n')
  channel.exit(127)
  channel.end()
}

/** What the client writes goes in, what the program writes comes out, and each ends with the other. */
function join(channel: ServerChannel, child: ChildProcess): void {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) return
  const end = () => {
    // One that could not be started has no number; 0 would be the group of this very process.
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  for (const stream of [stdin, stdout, stderr, channel]) stream.on('error', end)
  channel.pipe(stdin)
  stdout.pipe(channel, { end: false })
  stderr.pipe(channel.stderr, { end: false })
  // Of a program that this machine lacks, or that it has no room for.
  child.on('error', () => child.pid === undefined && decline(channel))
  child.on('close', (code, signal) => {
    if (child.pid === undefined) return
    channel.exit(code ?? (signal ? 128 : 1))
    channel.end()
  })
  channel.on('close', end)
}
