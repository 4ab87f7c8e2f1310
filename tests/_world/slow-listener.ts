import { createServer } from 'node:net'

/** A child process whose server accepts nothing while it is stopped: its queue holds two connections. */
const server = createServer((socket) => {
  // Reads one request of HTTP; the connections that only fill the queue send none.
  socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nhere'))
  socket.on('error', () => undefined)
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.send?.(server.address()))
