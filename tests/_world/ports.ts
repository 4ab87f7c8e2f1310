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

const WORKERS = 12
const EACH = 1000

/**
 * Holds a port and those that stand so far above it. They are below those that the system gives to whoever asks for any, a
 * browser's connection among them, and those of one of Playwright's workers are no other's: one that is let go stays free
 * until the program for which it was chosen listens there, and while that is started again.
 */
export async function holdPorts(above: readonly number[]): Promise<{ port: number; servers: Server[] }> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % WORKERS
  const lowest = 20_000 + worker * EACH
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (EACH - Math.max(...above)))
    const taken = await Promise.all(above.map((one) => take(port + one)))
    const servers = taken.filter((server) => server !== undefined)
    if (servers.length === above.length) return { port, servers }
    for (const server of servers) server.close()
  }
}

/** The three ports that `npm run dev` wants. */
export const devPorts = [0, 10, 11] as const

/** Ports that nobody listens on; the first of them. */
export async function freePort(above: readonly number[] = [0]): Promise<number> {
  const { port, servers } = await holdPorts(above)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return port
}
