import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Context } from '#service/platform/context.ts'
import type { GatewaySettings } from '#service/platform/settings/gateway.ts'
import { createLineServer, type LineServer } from './gateway-lines.ts'
import { startWebGateway } from './web-gateway.ts'

/** Interval at which ports are opened and closed. */
const SYNC_MS = 1_000
const SEEN_EVERY_MS = 10_000
/** A renter waits this long for a line of the host. */
const LINE_MS = 10_000
const MAX_CONNECTIONS = 32

interface Open {
  rentalId: string
  machineId: string
  /** After a change of the token, another program may be behind the machine. */
  tokenHash: string | null
  server: Server
  sockets: Set<Socket>
}

const running = (ctx: Context, { ports }: GatewaySettings) =>
  ctx.db
    .selectFrom('gpu_rentals')
    .innerJoin('gpus', 'gpus.id', 'gpu_rentals.gpu_id')
    .select(['gpu_rentals.id', 'gpus.id as machineId', 'gpus.slot', 'gpus.token_hash as tokenHash'])
    .where('state', '=', 'running')
    .where('address', 'is', null)
    .where('slot', '<=', ports)
    .execute()

export interface Gateway {
  stop(): Promise<void>
}

/**
 * Forwards bytes between renters and the hosts of their rentals, on one port for each machine that is open while its rental runs. It
 * keeps no state besides the database, so any number of nodes may run one; a node that stops closes its connections.
 */
export async function startGateway(ctx: Context, settings: GatewaySettings): Promise<Gateway> {
  const lines = createLineServer(ctx)
  lines.server.listen(settings.linePort, ctx.config.host)
  try {
    await once(lines.server, 'listening')
  } catch (error) {
    // The service starts without a gateway, because everything else works without it.
    ctx.log.error(
      { err: error, port: settings.linePort },
      'gateway did not start, rentals cannot be entered: free the port or set another GATEWAY_LINE_PORT',
    )
    lines.close()
    return { stop: async () => undefined }
  }
  const address = lines.server.address()
  const linePort = typeof address === 'object' && address ? address.port : settings.linePort
  const open = new Map<number, Open>()
  const web = settings.web && (await startWebGateway({ ctx, takeLine: (of) => lineOf(lines, of) }, settings.web))
  let seenAt = 0

  async function syncPorts(): Promise<void> {
    const rows = await running(ctx, settings)
    const expected = new Map(rows.map((row) => [settings.firstPort + row.slot - 1, row]))
    for (const [port, one] of open) {
      const row = expected.get(port)
      if (row?.id !== one.rentalId || row.tokenHash !== one.tokenHash) shut(open, port)
    }
    for (const [port, { id, machineId, tokenHash }] of expected)
      if (!open.has(port)) await listen({ ctx, lines, open }, port, { rentalId: id, machineId, tokenHash })
    await web?.sync()
    if (Math.abs(ctx.clock.now() - seenAt) < SEEN_EVERY_MS) return
    seenAt = ctx.clock.now()
    const row = { address: `${settings.host}:${linePort}`, seen_at: new Date(seenAt) }
    await ctx.db
      .insertInto('gpu_gateways')
      .values(row)
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ seen_at: row.seen_at }))
      .execute()
  }

  let syncing = syncPorts()
  await syncing
  const timer = setInterval(() => {
    syncing = syncing
      .then(syncPorts)
      .catch((error: unknown) =>
        ctx.log.error({ err: error }, 'gateway could not update its ports: the next run tries again'),
      )
  }, SYNC_MS)
  return {
    async stop() {
      clearInterval(timer)
      await syncing
      for (const port of [...open.keys()]) shut(open, port)
      web?.stop()
      lines.close()
      await ctx.db
        .deleteFrom('gpu_gateways')
        .where('address', '=', `${settings.host}:${linePort}`)
        .execute()
        .catch(() => undefined)
    },
  }
}

function shut(open: Map<number, Open>, port: number): void {
  const one = open.get(port)
  open.delete(port)
  one?.server.close()
  for (const socket of one?.sockets ?? []) socket.destroy()
}

interface Parts {
  ctx: Context
  lines: LineServer
  open: Map<number, Open>
}

async function listen({ ctx, lines, open }: Parts, port: number, of: Omit<Forwarded, 'sockets'>): Promise<void> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // A renter whose computer sleeps or is gone sends no end.
    socket.setKeepAlive(true, 30_000)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    if (sockets.size > 2 * MAX_CONNECTIONS) return void socket.destroy()
    forward({ ctx, lines }, socket, { ...of, sockets }).catch(() => socket.destroy())
  })
  server.listen(port, ctx.config.host)
  try {
    await once(server, 'listening')
    open.set(port, { ...of, server, sockets })
  } catch (error) {
    ctx.log.error({ err: error, port }, 'gateway port is in use: free it or set other GATEWAY_PORTS')
  }
}

type Forwarded = Omit<Open, 'server'>

/** Connects a renter to a line of the host, if the rental is running. */
async function forward({ ctx, lines }: Omit<Parts, 'open'>, socket: Socket, of: Forwarded): Promise<void> {
  socket.pause()
  const row = await ctx.db
    .selectFrom('gpu_rentals')
    .innerJoin('gpus', 'gpus.id', 'gpu_id')
    .select(['state', 'token_hash'])
    .where('gpu_rentals.id', '=', of.rentalId)
    .executeTakeFirst()
  if (row?.state !== 'running' || row.token_hash !== of.tokenHash) return void socket.destroy()
  const line = await lineOf(lines, of)
  if (!line || socket.destroyed) {
    line?.destroy()
    socket.destroy()
    return
  }
  of.sockets.add(line)
  line.on('close', () => {
    of.sockets.delete(line)
    socket.destroy()
  })
  socket.on('close', () => line.destroy())
  line.write(`open ${of.rentalId}\n`)
  line.pipe(socket)
  socket.pipe(line)
}

async function lineOf(
  lines: LineServer,
  { machineId, tokenHash }: Pick<Forwarded, 'machineId' | 'tokenHash'>,
): Promise<Socket | undefined> {
  for (let waited = 0; waited < LINE_MS; waited += 100) {
    const line = lines.take(machineId, tokenHash)
    if (line) return line
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}
