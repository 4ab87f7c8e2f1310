import type { ChildProcess } from 'node:child_process'
import { timingSafeEqual } from 'node:crypto'
import ssh2, { type AuthContext, type Connection, type ParsedKey, type ServerChannel, type Session } from 'ssh2'
import type { Driver, ExecRequest, Order, Terminal } from './driver.ts'

/** Maximum connections of one rental. */
const MAX_CONNECTIONS = 32

export interface SshOptions {
  /** The rental that accepts connections now; undefined refuses everybody. */
  current(): Order | undefined
  driver: Driver
}

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** Whether a client proves to hold a key of the rental; nothing else is accepted. */
function isAuthorized(context: AuthContext, order: Order | undefined): boolean {
  if (context.method !== 'publickey' || !order) return false
  const keys = order.keys
    .map((line) => ssh2.utils.parseKey(line))
    .filter((key): key is ParsedKey => !(key instanceof Error))
  const known = keys.find((key) => isSame(key.getPublicSSH(), context.key.data))
  if (!known) return false
  // Without a signature the client only asks whether the key would be accepted.
  if (!context.signature || !context.blob) return true
  return known.verify(context.blob, context.signature, context.hashAlgo) === true
}

/** An SSH server that runs commands of the current rental's key holders in its driver, and gives access to nothing else. */
export function createSshServer(privateKey: string, options: SshOptions) {
  const open = new Map<Connection, string>()
  const server = new ssh2.Server({ hostKeys: [privateKey], ident: 'idleforge' }, (client) => {
    let order: Order | undefined
    client.on('error', () => client.end())
    client.on('close', () => open.delete(client))
    client.on('authentication', (context) => {
      order = options.current()
      if (isAuthorized(context, order) && open.size < MAX_CONNECTIONS) context.accept()
      else context.reject(['publickey'])
    })
    client.on('ready', () => {
      if (!order || options.current()?.id !== order.id) return void client.end()
      open.set(client, order.id)
      const mine = order
      client.on('session', (accept) => onSession(accept(), mine, options))
    })
  })
  return {
    server,
    /** Disconnects everybody from a rental. */
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
  const begin = (accept: () => ServerChannel, request: ExecRequest) => {
    const child = current()?.id === order.id ? driver.run(order, request) : undefined
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

/** Connects the channel with the process; each ends with the other. */
function join(channel: ServerChannel, child: ChildProcess): void {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) return
  const end = () => {
    // A process that could not be started has no pid; 0 would be the group of this process.
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  for (const stream of [stdin, stdout, stderr, channel]) stream.on('error', end)
  channel.pipe(stdin)
  stdout.pipe(channel, { end: false })
  stderr.pipe(channel.stderr, { end: false })
  // The program is missing, or the machine has no resources for it.
  child.on('error', () => child.pid === undefined && decline(channel))
  child.on('close', (code, signal) => {
    if (child.pid === undefined) return
    channel.exit(code ?? (signal ? 128 : 1))
    channel.end()
  })
  channel.on('close', end)
}
