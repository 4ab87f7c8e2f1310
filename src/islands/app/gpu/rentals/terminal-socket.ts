import { TERMINAL_PATH, terminalCloses, type terminalKinds, terminalTicket } from '#lib/contract/gpu-terminal.ts'
import { call } from '../../core/calls/call.ts'

export type TerminalKind = (typeof terminalKinds)[number]
/** Why a connection is over; `lost` without a word of the service. */
export type TerminalEnd = keyof typeof terminalCloses | 'lost'

/** `readyState` of an open socket (RFC 6455; WHATWG WebSockets). */
const OPEN = 1
const base = import.meta.env.PUBLIC_API_BASE || '/api'

interface Handlers {
  size: { rows: number; columns: number }
  onOpen(): void
  onData(bytes: Uint8Array): void
  onEnd(end: TerminalEnd): void
}

export interface TerminalSocket {
  type(text: string): void
  resize(size: Handlers['size']): void
  close(): void
}

const endOf = (code: number): TerminalEnd => {
  const [name] = Object.entries(terminalCloses).find(([, of]) => of === code) ?? []
  return (name as TerminalEnd | undefined) ?? 'lost'
}

/** Opens a terminal or a log of a running rental. Rejects with the refusal of its ticket. */
export async function openTerminal(
  of: { rentalId: string; kind: TerminalKind },
  { size, onOpen, onData, onEnd }: Handlers,
): Promise<TerminalSocket> {
  const { ticket } = await call(terminalTicket, of)
  const address = new URL(base + TERMINAL_PATH, location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let isFirst = true
  socket.onopen = () => socket.send(JSON.stringify({ ticket, ...size }))
  socket.onmessage = ({ data }) => {
    if (isFirst) onOpen()
    isFirst = false
    if (data instanceof ArrayBuffer) onData(new Uint8Array(data))
  }
  socket.onclose = ({ code }) => onEnd(endOf(code))
  const isOpen = () => socket.readyState === OPEN
  return {
    type: (text) => isOpen() && socket.send(new TextEncoder().encode(text)),
    resize: (next) => isOpen() && socket.send(JSON.stringify(next)),
    close() {
      socket.onclose = null
      socket.close()
    },
  }
}
