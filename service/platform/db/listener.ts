import pg from 'pg'
import type { Log } from '../log.ts'

/**
 * Pause before a reconnect; it doubles from `min` to `max`, short enough that pages follow soon after a failover. Up to a half of it
 * is taken off at random, so that many nodes do not come at once.
 */
const RETRY_MS = { min: 250, max: 2_000 }
/** A silent connection is probed by TCP keep-alive after this time; a server that does not answer is given up. */
const SILENCE_MS = 30_000

interface Listener {
  url: string
  channel: string
  log: Log
  onMessage(text: string): void
  /** Called when it listens. `isBack` says that the connection was lost before, so that messages may have been missed. */
  onListening(isBack: boolean): void
}

/**
 * Listens to a NOTIFY channel of the database on a connection of its own, which reconnects by itself. Returns a function that
 * ends it.
 */
export function listenTo({ url, channel, log, onMessage, onListening }: Listener): () => Promise<void> {
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = RETRY_MS.min
  let isEnded = false
  let wasConnected = false

  const reconnect = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (isEnded) return
    timer = setTimeout(() => void connect(), pause * (1 - Math.random() / 2))
    pause = Math.min(RETRY_MS.max, pause * 2)
  }

  async function connect(): Promise<void> {
    const mine = new pg.Client({
      connectionString: url,
      query_timeout: SILENCE_MS,
      connectionTimeoutMillis: SILENCE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    })
    client = mine
    mine.on('error', () => reconnect(mine))
    mine.on('end', () => reconnect(mine))
    mine.on('notification', ({ payload }) => payload !== undefined && onMessage(payload))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      pause = RETRY_MS.min
      onListening(wasConnected)
      wasConnected = true
    } catch (error) {
      // An end during the connect is no failure.
      if (!isEnded) log.warn({ err: error, channel }, 'the listener could not connect to the database and will retry')
      reconnect(mine)
    }
  }

  void connect()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    const mine = client
    client = undefined
    await mine?.end().catch(() => undefined)
  }
}
