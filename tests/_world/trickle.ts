import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const head = 'POST /api/user/info HTTP/1.1\r\nHost: localhost\r\n'
const slow = {
  head: { begins: head, goesOn: 'X-Slow: 1\r\n' },
  body: { begins: `${head}Content-Type: application/json\r\nContent-Length: 600\r\n\r\n{"q":"`, goesOn: '0' },
}

/** A client that has sent the start of a request, sends a little more each second, and never completes it. */
export async function trickle(
  address: string,
  what: keyof typeof slow,
): Promise<{ socket: Socket; received(): string }> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  await once(socket, 'connect')
  socket.write(slow[what].begins)
  const timer = setInterval(() => socket.write(slow[what].goesOn), 1000)
  socket.on('close', () => clearInterval(timer))
  // The server may close while a byte of ours is on its way.
  socket.on('error', () => {})
  return { socket, received: () => received }
}
