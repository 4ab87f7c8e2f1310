import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { sign } from './benchmark.ts'
import { connectStreams } from './ssh-forwarding.ts'

/** Idle connections at each gateway that wait for a renter. */
const IDLE_LINES = 4
const PAUSE_MS = 2_000
/** A gateway sends something on an idle line at least this often. */
const SILENCE_MS = 60_000

interface Gateway {
  host: string
  port: number
}

export interface LineOptions {
  token: string
  machineId(): string | undefined
  /** Accepts a renter's connection; false where the rental accepts none. */
  accept(rentalId: string, socket: Socket): boolean
  /** Connects to a published port of a rental; rejects where nothing listens there. */
  connect(rentalId: string, port: number): Promise<Duplex>
}

/**
 * Keeps connections open to the gateways: the host connects out, so that nothing has to reach it from outside. A line that a
 * renter uses is replaced by a new one.
 */
export function createGatewayLines(options: LineOptions) {
  const waiting = new Map<string, Set<Socket>>()
  let requested: Gateway[] = []
  let closed = false
  const nameOf = ({ host, port }: Gateway) => `${host}:${port}`
  const isRequested = (gateway: Gateway) => !closed && requested.some((one) => nameOf(one) === nameOf(gateway))

  function hold(gateway: Gateway): void {
    const lines = waiting.get(nameOf(gateway)) ?? new Set()
    waiting.set(nameOf(gateway), lines)
    while (isRequested(gateway) && lines.size < IDLE_LINES) open(gateway, lines)
  }

  function open(gateway: Gateway, lines: Set<Socket>): void {
    const socket = connect(gateway.port, gateway.host)
    lines.add(socket)
    socket.setKeepAlive(true, 15_000)
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    let text = ''
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        const [, nonce] = /^idleforge-gateway 1 ([0-9a-f]{64})$/.exec(line) ?? []
        const [, rentalId] = /^open ([A-Za-z0-9_-]{1,64})$/.exec(line) ?? []
        if (nonce !== undefined) socket.write(`${options.machineId() ?? '-'} ${sign(options.token, nonce)}\n`)
        else if (rentalId !== undefined) return handOver(rentalId, text)
        const [, ofPort, port] = /^port ([A-Za-z0-9_-]{1,64}) (\d{1,5})$/.exec(line) ?? []
        if (ofPort !== undefined) return joinPort(ofPort, Number(port))
      }
      if (text.length > 200) socket.destroy()
    }
    const leave = () => {
      socket.off('data', onData)
      socket.setTimeout(0)
      lines.delete(socket)
      hold(gateway)
      socket.pause()
    }
    const joinPort = (rentalId: string, port: number) => {
      leave()
      // The gateway sends nothing more before this answer.
      options.connect(rentalId, port).then(
        (stream) => {
          if (socket.destroyed) return void stream.destroy()
          socket.write('connected\n')
          connectStreams(socket, stream)
        },
        () => socket.end('refused\n'),
      )
    }
    const handOver = (rentalId: string, rest: string) => {
      leave()
      if (rest !== '') socket.unshift(Buffer.from(rest, 'latin1'))
      if (!options.accept(rentalId, socket)) socket.destroy()
    }
    socket.on('data', onData)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (!lines.delete(socket)) return
      setTimeout(() => hold(gateway), PAUSE_MS).unref()
    })
  }

  return {
    /** Sets the gateways to keep lines at. */
    setGateways(gateways: readonly Gateway[]): void {
      requested = [...gateways]
      for (const gateway of requested) hold(gateway)
      for (const [name, lines] of waiting)
        if (!requested.some((one) => nameOf(one) === name)) for (const socket of lines) socket.destroy()
    },
    close(): void {
      closed = true
      for (const lines of waiting.values()) for (const socket of lines) socket.destroy()
    },
  }
}
