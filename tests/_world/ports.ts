import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Listens on a port of the loopback address; undefined when it is in use. */
async function take(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => undefined,
  )
}

const WORKERS = 12
const EACH = 1000

/** Where the next search begins: no port is given twice, so that one program does not get another's before that listens. */
let next = Math.floor(Math.random() * EACH)

/**
 * Reserves a port and the given ones above it. They are below the system's ephemeral range, which browsers use, and each
 * Playwright worker has its own: a released port stays free until its program listens, and while that is restarted.
 * Vitest has several runs at once, whose workers are told apart by their process id.
 */
export async function holdPorts(above: readonly number[]): Promise<{ port: number; servers: Server[] }> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.pid) % WORKERS
  const lowest = 20_000 + worker * EACH
  const width = Math.max(...above) + 1
  for (;;) {
    if (next + width > EACH) next = 0
    const port = lowest + next
    next += width
    const taken = await Promise.all(above.map((one) => take(port + one)))
    const servers = taken.filter((server) => server !== undefined)
    if (servers.length === above.length) return { port, servers }
    for (const server of servers) server.close()
  }
}

/** The three ports of `npm run dev`. */
export const devPorts = [0, 10, 11] as const

/** The first of some free ports. */
export async function freePort(above: readonly number[] = [0]): Promise<number> {
  const { port, servers } = await holdPorts(above)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return port
}
