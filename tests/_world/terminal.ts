import { TERMINAL_PATH, terminalTicket } from '#lib/contract/gpu-terminal.ts'
import type { User } from './visitor.ts'

/** A page's WebSocket into a rental, as a browser opens it. */
export interface TerminalPage {
  /** Everything that it has shown. */
  text(): string
  type(text: string): void
  resize(rows: number, columns: number): void
  /** The code by which it was closed. */
  readonly closed: Promise<number>
  end(): void
}

export async function openPage(
  origin: string,
  ticket: string,
  size = { rows: 24, columns: 80 },
): Promise<TerminalPage> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api${TERMINAL_PATH}`)
  socket.binaryType = 'arraybuffer'
  let shown = ''
  socket.onmessage = ({ data }) => {
    shown += Buffer.from(data as ArrayBuffer).toString()
  }
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send(JSON.stringify({ ticket, ...size }))
  return {
    text: () => shown,
    type: (text) => socket.send(Buffer.from(text)),
    resize: (rows, columns) => socket.send(JSON.stringify({ rows, columns })),
    closed,
    end: () => socket.close(),
  }
}

export async function lookInside(
  origin: string,
  user: User,
  of: { rentalId: string; kind: 'shell' | 'log' },
): Promise<TerminalPage> {
  const { ticket } = await user.call(terminalTicket, of)
  return openPage(origin, ticket)
}
