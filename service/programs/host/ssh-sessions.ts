import type { ServerChannel, Session } from 'ssh2'
import type { Driver, Ending, ExecRequest, Order, Running, Terminal } from './driver.ts'
import type { TerminalSize } from './terminal.ts'

/** Signals that a client may send (RFC 4254, 6.10). */
const SIGNALS = ['ABRT', 'ALRM', 'HUP', 'INT', 'KILL', 'PIPE', 'QUIT', 'TERM', 'USR1', 'USR2']

const NO_AGENT =
  'Agent forwarding is refused: with it the owner of this machine could use your keys. Copy a key here that opens only what you need.\n'
const NO_X11 =
  'X11 forwarding is refused: this machine has no display. Publish a port, or use ssh -L, for a web interface.\n'
const NO_FILES =
  'sftp and scp need the package openssh-sftp-server or perl in the image. Install one of them, or use rsync or scp -O.\n'
const NOT_HERE = 'This is not available here.\n'

const toSize = ({ rows, cols }: { rows: number; cols: number }): TerminalSize => {
  const bounded = (number: number) => Math.max(1, Math.min(1000, Math.floor(number) || 1))
  return { rows: bounded(rows), columns: bounded(cols) }
}

export interface SessionOptions {
  driver: Driver
  order: Order
  isCurrent(): boolean
}

/** Runs the shell, command or subsystem that a client asks for, with its terminal, signals and end. */
export function serveSession(session: Session, { driver, order, isCurrent }: SessionOptions): void {
  let terminal: Terminal | undefined
  let running: Running | undefined
  let refusals = ''
  session.on('pty', (accept, _reject, { term, rows, cols }) => {
    terminal = { term: /^[\w.+-]{1,40}$/.test(term ?? '') ? term : 'xterm', ...toSize({ rows, cols }) }
    accept?.()
  })
  session.on('window-change', (accept, _reject, size) => {
    running?.resize(toSize(size))
    accept?.()
  })
  session.on('signal', (accept, reject, { name }) => {
    const known = SIGNALS.find((one) => one === name)
    if (!known || !running) return void reject?.()
    running.signal(`SIG${known}` as NodeJS.Signals)
    accept?.()
  })
  session.on('auth-agent', (_accept, reject) => {
    refusals += NO_AGENT
    reject?.()
  })
  session.on('x11', (_accept, reject) => {
    refusals += NO_X11
    reject?.()
  })
  const begin = (accept: () => ServerChannel, request: ExecRequest | 'log') => {
    running = isCurrent() ? (request === 'log' ? driver.logs?.(order) : driver.run(order, request)) : undefined
    const channel = accept()
    channel.on('error', () => undefined)
    if (refusals !== '') channel.stderr.write(refusals)
    if (running) join(channel, running)
    else decline(channel, request !== 'log' && request.files ? NO_FILES : NOT_HERE)
  }
  session.on('shell', (accept) => begin(accept, { command: undefined, terminal }))
  session.on('exec', (accept, _reject, { command }) => begin(accept, { command, terminal }))
  session.on('subsystem', (accept, reject, { name }) => {
    if (name === 'sftp') begin(accept, { command: undefined, terminal: undefined, files: true })
    else if (name === 'idleforge-log') begin(accept, 'log')
    else reject?.()
  })
}

function decline(channel: ServerChannel, reason: string): void {
  channel.stderr.write(reason)
  channel.exit(127)
  channel.end()
}

/** Connects the channel with what runs. The channel ends with it; a channel that closes before hangs it up. */
function join(channel: ServerChannel, running: Running): void {
  let isOver = false
  const { stdin, stdout, stderr } = running
  // A program that reads no further closes its input; what it writes still counts.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)
  channel.pipe(stdin)
  stdout.pipe(channel, { end: false })
  stderr.pipe(channel.stderr, { end: false })
  channel.on('close', () => {
    if (!isOver) running.hangUp()
  })
  running.ended.then((ending) => {
    isOver = true
    finish(channel, ending)
  })
}

function finish(channel: ServerChannel, { code, signal, hasStarted }: Ending): void {
  if (!hasStarted) decline(channel, NOT_HERE)
  if (!hasStarted) return
  if (signal) channel.exit(signal.slice('SIG'.length))
  else channel.exit(code ?? 1)
  channel.end()
}
