import pg from 'pg'
import type { Log } from '../log.ts'

/** Pauses between tries to come back, from and to. */
const PAUSES_MS = { least: 500, most: 30_000 }
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
  let pause = PAUSES_MS.least
  let isEnded = false
  let wasThere = false

  const again = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => undefined)
    if (isEnded) return
    timer = setTimeout(() => void connect(), pause)
    pause = Math.min(PAUSES_MS.most, pause * 2)
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
    mine.on('error', () => again(mine))
    mine.on('end', () => again(mine))
    mine.on('notification', ({ payload }) => payload !== undefined && onMessage(payload))
    try {
      await mine.connect()
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`)
      pause = PAUSES_MS.least
      onListening(wasThere)
      wasThere = true
    } catch (error) {
      // Whoever ends it while it connects knows.
      if (!isEnded) log.warn({ err: error, channel }, 'could not listen to the database')
      again(mine)
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
