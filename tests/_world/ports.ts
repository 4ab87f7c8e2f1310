import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a port of the loopback address; undefined where somebody else does. */
async function take(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}

/** What holds the three ports that `npm run dev` wants, below those that the system gives away by itself. */
export async function devPorts(): Promise<{ port: number; servers: Server[] }> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const taken = await Promise.all([port, port + 10, port + 11].map(take))
    const servers = taken.filter((server) => server !== undefined)
    if (servers.length === 3) return { port, servers }
    for (const server of servers) server.close()
  }
}
