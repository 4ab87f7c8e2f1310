import { listenTo } from '../db/listening.ts'
import type { Log } from '../log.ts'
import { EVERYBODY, LIVE_CHANNEL } from './telling.ts'

/** How often a stream says that it is there: proxies end what is silent for a minute. */
const HEARTBEAT_MS = 20_000
/** A stream ends after so long: its page opens another one, for which its session has to go on. */
const LIFE_MS = 15 * 60_000
/** Streams of one user, and of all on this node. */
const MOST_OF_USER = 8
const MOST = 5_000

export interface Stream {
  write(text: string): void
  end(): void
}

/** The open streams of this node. */
export interface Hub {
  /** Adds a stream of a user; false where there is no room. Of one user too many, the oldest ends. */
  add(userId: string, stream: Stream): boolean
  remove(userId: string, stream: Stream): void
  readonly size: number
  close(): Promise<void>
}

export function openHub({ url, log }: { url: string; log: Log }): Hub {
  const streams = new Map<string, Map<Stream, number>>()
  let size = 0
  let told = 0
  const all = () => [...streams.values()].flatMap((of) => [...of.keys()])

  function remove(userId: string, stream: Stream): void {
    const of = streams.get(userId)
    if (!of?.delete(stream)) return
    size -= 1
    if (of.size === 0) streams.delete(userId)
  }

  function tell(to: Iterable<Stream>, word: 'news' | 'later'): void {
    told += 1
    for (const stream of to) stream.write(`id: ${told}\ndata: ${word}\n\n`)
  }
  // Not all at the same moment: each page takes its time by chance.
  const tellEverybody = () => tell(all(), 'later')

  const stop = listenTo({
    url,
    channel: LIVE_CHANNEL,
    log,
    onMessage: (userId) => (userId === EVERYBODY ? tellEverybody() : tell(streams.get(userId)?.keys() ?? [], 'news')),
    // Nobody knows what was missed: everybody asks anew.
    onBack: tellEverybody,
  })

  const beat = setInterval(() => {
    const oldest = performance.now() - LIFE_MS
    for (const [userId, of] of streams)
      for (const [stream, since] of of) {
        if (since > oldest) stream.write(':\n\n')
        else {
          remove(userId, stream)
          stream.end()
        }
      }
  }, HEARTBEAT_MS)

  return {
    add(userId, stream) {
      if (size >= MOST) return false
      const of = streams.get(userId) ?? new Map<Stream, number>()
      streams.set(userId, of)
      const [first] = of.keys()
      if (of.size >= MOST_OF_USER && first) {
        remove(userId, first)
        first.end()
      }
      streams.set(userId, of.set(stream, performance.now()))
      size += 1
      return true
    },
    remove,
    get size() {
      return size
    },
    async close() {
      clearInterval(beat)
      for (const stream of all()) stream.end()
      await stop()
    },
  }
}
