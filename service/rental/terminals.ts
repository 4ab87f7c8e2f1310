import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ClientChannel } from 'ssh2'
import * as v from 'valibot'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { TERMINAL_PATH, TerminalHello, TerminalResize, terminalCloses } from '#lib/contract/gpu-terminal.ts'
import type { Context } from '#service/platform/context.ts'
import { clientAddress, trustOf } from '#service/platform/http/client-address.ts'
import { isOurs as isOurOrigin } from '#service/platform/http/headers.ts'
import { isOwnHost } from '#service/platform/http/host-names.ts'
import { createSourcePlaces } from '#service/platform/http/source-places.ts'
import { accessOf } from './reply.ts'
import { enterRental, openChannel, type TerminalSize } from './terminal-ssh.ts'
import { ALIVE_MS, endTerminal, keepAlive, type OpenedTerminal, takeTicket } from './terminal-tickets.ts'

/** A page that says nothing for this long is no page. */
const HELLO_MS = 10_000
/** Bytes that are typed or pasted at once. */
const MAX_PAYLOAD = 1_000_000
/** A page that reads slowly holds the program back instead of filling this node's memory. */
const MAX_BUFFERED = 1_000_000
const MAX_OPEN = 2_000
/** An office behind one address may have so many. */
const MAX_OF_SOURCE = 100
/** Messages of a page that are kept until its machine answers. */
const MAX_EARLY = 1_000

const parseText = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}

/** WebSockets of terminals. Each is an SSH session of its own, by the way and within the limits of the renter's client. */
export function terminalSockets(app: FastifyInstance, ctx: Context): void {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD })
  const isOurs = ({ url = '' }: IncomingMessage) => url.split('?')[0] === ctx.config.apiBase + TERMINAL_PATH
  // A page of another site could not have a ticket; it is turned away all the same.
  const isAllowed = ({ headers: { host, origin } }: IncomingMessage) =>
    isOwnHost(host, ctx.config) && (origin === undefined || isOurOrigin(origin, { config: ctx.config, host }))
  const isTrusted = trustOf(ctx.config.trustProxy)
  const places = createSourcePlaces()
  app.server.on('upgrade', (message, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (!isOurs(message) || !isAllowed(message) || server.clients.size >= MAX_OPEN) return void socket.destroy()
    const release = places.take(clientAddress(message, isTrusted), MAX_OF_SOURCE)
    if (!release) return void socket.destroy()
    socket.on('close', release)
    server.handleUpgrade(message, socket, head, (page) => greet(ctx, page))
  })
  app.addHook('preClose', async () => {
    for (const page of server.clients) page.close(1012)
  })
}

/** Waits for the ticket, then connects the page with its rental. */
function greet(ctx: Context, page: WebSocket): void {
  const timeout = setTimeout(() => page.close(terminalCloses.ticket), HELLO_MS)
  page.on('error', () => page.terminate())
  page.on('close', () => clearTimeout(timeout))
  page.once('message', (data, isBinary) => {
    clearTimeout(timeout)
    const hello = v.safeParse(TerminalHello, isBinary ? undefined : parseText(data))
    if (!hello.success) return page.close(terminalCloses.ticket)
    serve(ctx, page, hello.output).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a terminal was closed: the page may open another one')
      page.close(terminalCloses.unreachable)
    })
  })
}

async function serve(ctx: Context, page: WebSocket, hello: v.InferOutput<typeof TerminalHello>): Promise<void> {
  const input = readInput(page, hello)
  const terminal = await takeTicket(ctx, hello.ticket)
  if (!terminal) return page.close(terminalCloses.ticket)
  const alive = setInterval(() => {
    page.ping()
    keepAlive(ctx, terminal.id).catch(() => undefined)
  }, ALIVE_MS / 3)
  try {
    await join(ctx, page, { terminal, input })
  } finally {
    clearInterval(alive)
    await endTerminal(ctx, terminal.id).catch(() => undefined)
  }
}

type Input = ReturnType<typeof readInput>

/** Reads what a page sends. What is typed before the machine has answered is kept for it. */
function readInput(page: WebSocket, hello: TerminalSize) {
  let size = { rows: hello.rows, columns: hello.columns }
  let channel: ClientChannel | undefined
  const early: Buffer[] = []
  page.on('message', (data, isBinary) => {
    if (isBinary) {
      if (channel) channel.write(data as Buffer)
      else if (early.length < MAX_EARLY) early.push(data as Buffer)
      return
    }
    const resize = v.safeParse(TerminalResize, parseText(data))
    if (!resize.success) return
    size = resize.output
    channel?.setWindow(size.rows, size.columns, 0, 0)
  })
  return {
    size: () => size,
    connect(opened: ClientChannel): void {
      channel = opened
      opened.setWindow(size.rows, size.columns, 0, 0)
      for (const data of early.splice(0)) opened.write(data)
    },
  }
}

interface Opened {
  terminal: OpenedTerminal
  input: Input
}

/** Carries bytes both ways until either side ends. */
async function join(ctx: Context, page: WebSocket, { terminal, input }: Opened): Promise<void> {
  const isOpen = () => page.readyState === page.OPEN
  const closed = new Promise<void>((resolve) => page.on('close', () => resolve()))
  const access = await accessNow(ctx, terminal.rentalId)
  if (!access) return page.close(terminalCloses.over)
  const client = await enterRental(access, terminal, isOpen)
  if (!client) return page.close(terminalCloses.unreachable)
  void closed.then(() => client.end())
  try {
    const opened = await openChannel(client, terminal.kind, input.size()).catch(() => undefined)
    if (!opened) return page.close(terminalCloses.none)
    input.connect(opened)
    forward(opened, page)
    const hasEnded = await new Promise<boolean>((resolve) => {
      let isExit = false
      opened.on('exit', () => {
        isExit = true
      })
      opened.on('close', () => resolve(isExit))
      void closed.then(() => resolve(true))
    })
    // A session that is cut off has no status: the rental is over, or its host is gone.
    if (isOpen()) page.close(hasEnded ? terminalCloses.ended : await cutCode(ctx, terminal.rentalId))
  } finally {
    client.end()
  }
}

function forward(channel: ClientChannel, page: WebSocket): void {
  const send = (data: Buffer) => {
    page.send(data, () => {
      if (page.bufferedAmount < MAX_BUFFERED) channel.resume()
    })
    if (page.bufferedAmount >= MAX_BUFFERED) channel.pause()
  }
  channel.on('data', send)
  channel.stderr.on('data', send)
  channel.on('error', () => channel.close())
}

/** The way into a rental while it runs. */
async function accessNow(ctx: Context, rentalId: string) {
  const row = await ctx.db
    .selectFrom('gpu_rentals')
    .innerJoin('gpus', 'gpus.id', 'gpu_id')
    .select(['slot', 'address', 'host_key'])
    .where('gpu_rentals.id', '=', rentalId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return row && accessOf(ctx, row)
}

const cutCode = async (ctx: Context, rentalId: string): Promise<number> =>
  (await accessNow(ctx, rentalId)) ? terminalCloses.unreachable : terminalCloses.over
