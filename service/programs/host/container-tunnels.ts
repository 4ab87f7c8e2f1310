import { execFile, spawn } from 'node:child_process'
import { readlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { readFirstLine } from '#service/platform/first-line.ts'
import type { Container } from './container-exec.ts'

const run = promisify(execFile)
/** A connection that does not come about in this time has failed. */
const CONNECT_MS = 10_000
const INSPECT_MS = 10_000

/**
 * A program inside a container's network namespace that connects to its loopback address and hands the open socket to the
 * host: a socket stays in the namespace in which it was created. So the image needs no program for it, bytes take no detour,
 * and the host's own network is out of its reach. It takes port numbers only.
 */
const RELAY = `
const { connect } = require('node:net')
process.on('disconnect', () => process.exit())
process.on('message', ({ id, port }) => {
  const hosts = ['127.0.0.1', '::1']
  const next = () => {
    const host = hosts.shift()
    if (!host) return process.send({ id })
    const socket = connect({ port, host, allowHalfOpen: true })
    socket.once('error', next)
    socket.once('connect', () => {
      socket.off('error', next)
      socket.on('error', () => socket.destroy())
      socket.pause()
      process.send({ id }, socket)
    })
  }
  next()
})
process.send({ id: 0 })
`

interface Relay {
  /** The network namespace that it stands in, by the kernel's name. */
  readonly network: string
  readonly isOver: boolean
  connect(port: number): Promise<Socket | undefined>
  end(): void
}

const networkOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`)
  } catch {
    // It is gone, or of another system, as behind Docker Desktop.
    return undefined
  }
}

/** Starts a relay in the network of a process; undefined where the host may not enter it. */
async function startRelay(pid: number): Promise<Relay | undefined> {
  const network = networkOf(pid)
  // Otherwise the relay would stand in the network of the host itself.
  if (network === undefined || network === networkOf(process.pid)) return undefined
  const rights = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
  const args = ['--target', String(pid), ...rights, '--net', '--', process.execPath, '-e', RELAY]
  const child = spawn('nsenter', args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const waiting = new Map<number, (socket: Socket | undefined) => void>()
  let last = 0
  const settle = (id: number, socket: Socket | undefined) => {
    waiting.get(id)?.(socket)
    if (!waiting.delete(id)) socket?.destroy()
  }
  const reply = (id: number) =>
    new Promise<Socket | undefined>((resolve) => {
      waiting.set(id, resolve)
      setTimeout(() => settle(id, undefined), CONNECT_MS).unref()
    })
  let isOver = false
  const onEnd = () => {
    isOver = true
    for (const id of waiting.keys()) settle(id, undefined)
  }
  const isReady = new Promise<boolean>((resolve) => {
    child.once('message', () => resolve(true))
    for (const event of ['error', 'exit', 'disconnect']) child.on(event, () => resolve(false))
  })
  for (const event of ['error', 'exit', 'disconnect']) child.on(event, onEnd)
  child.on('message', ({ id }: { id: number }, handle) => settle(id, handle instanceof Socket ? handle : undefined))
  if (!(await isReady)) return undefined
  child.unref()
  child.channel?.unref()
  return {
    network,
    get isOver() {
      return isOver
    },
    async connect(port) {
      const id = ++last
      const replied = reply(id)
      child.send({ id, port }, (error) => error && settle(id, undefined))
      return await replied
    },
    end: () => void child.kill(),
  }
}

/** Relays between its streams and a port of the container's loopback address, by what an image has. Perl comes with Debian. */
const INSIDE = `port=$1
grep -q ":$(printf %04X "$port") [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6 2> /dev/null || exit 1
if command -v perl > /dev/null; then exec perl -e '
use Socket;
my ($port, $done) = (shift, 0);
for my $one ([PF_INET, pack_sockaddr_in($port, INADDR_LOOPBACK)], [PF_INET6, eval { pack_sockaddr_in6($port, IN6ADDR_LOOPBACK) }]) {
  $one->[1] && socket(S, $one->[0], SOCK_STREAM, 0) && connect(S, $one->[1]) or next;
  $done = 1;
  last;
}
exit 1 if !$done;
syswrite(STDOUT, "connected\n");
sub copy { my ($from, $to) = @_; while (sysread($from, my $bytes, 65536)) { my $at = 0; while ($at < length($bytes)) { my $count = syswrite($to, $bytes, length($bytes) - $at, $at); return if !$count; $at += $count } } }
my $child = fork();
if (!$child) { copy(*STDIN, *S); shutdown(S, 1); exit 0 }
copy(*S, *STDOUT);
kill("TERM", $child);
' "$port"; fi
command -v bash > /dev/null && exec bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
echo connected
cat <&3 & cat >&3
wait' sh "$port"
command -v nc > /dev/null && { echo connected; exec nc 127.0.0.1 "$port"; }
exit 1`

/** Connects by a program inside the container, where the host may not enter its network. */
async function connectInside({ engine, name }: Container, port: number): Promise<Duplex> {
  const args = ['exec', '--interactive', name, '/bin/sh', '-c', INSIDE, 'sh', String(port)]
  const child = spawn(engine, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.on('error', () => child.stdout.destroy())
  const timeout = setTimeout(() => child.kill('SIGKILL'), CONNECT_MS)
  const line = await readFirstLine(child.stdout)
  clearTimeout(timeout)
  if (line !== 'connected') {
    child.kill('SIGKILL')
    throw new Error(`port ${port} of ${name} cannot be reached`)
  }
  const stream = Duplex.from({ readable: child.stdout, writable: child.stdin })
  stream.on('close', () => child.kill('SIGKILL'))
  return stream
}

/** Connections into the loopback address of containers. */
export function createTunnels() {
  const relays = new Map<string, Promise<Relay | undefined>>()

  async function relayOf({ engine, name }: Container): Promise<Relay | undefined> {
    const asked = await run(engine, ['inspect', '--format', '{{.State.Pid}}', name], { timeout: INSPECT_MS })
    const pid = Number(asked.stdout.trim())
    if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${name} is not running`)
    const known = await relays.get(name)
    // A container that was started again has another network.
    if (known && !known.isOver && known.network === networkOf(pid)) return known
    known?.end()
    const started = startRelay(pid)
    relays.set(name, started)
    return started
  }

  return {
    /** Connects to a TCP port inside; rejects where nothing listens. */
    async connect(container: Container, port: number): Promise<Duplex> {
      const relay = await relayOf(container)
      if (!relay) return connectInside(container, port)
      const socket = await relay.connect(port)
      if (!socket) throw new Error(`nothing listens on port ${port} of ${container.name}`)
      return socket
    },
    /** Ends what stands in a container's network, before the container ends. */
    async close(name: string): Promise<void> {
      const relay = await relays.get(name)
      relays.delete(name)
      relay?.end()
    },
  }
}
