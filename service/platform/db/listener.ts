import pg from 'pg'
import type { Log } from '../log.ts'

/** Pauses between tries to come back, from and to. */
const RETRY_MS = { min: 500, max: 30_000 }
/** After so long a connection that is silent is tried by the network's own means, and a server that does not answer is given up. */
const SILENCE_MS = 30_000

interface Listener {
  url: string
  channel: string
  log: Log
  onMessage(text: string): void
  /** From here on it hears. The connection may have been gone and be back: what was told in between was not heard. */
  onListening(isBack: boolean): void
}

/** One connection that hears what the database's NOTIFY tells on a channel; it comes back by itself. Returns how to end it. */
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
    timer = setTimeout(() => void connect(), pause)
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
      // Whoever ends it while it connects knows.
      if (!isEnded) log.warn({ err: error, channel }, 'could not listen to the database')
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
