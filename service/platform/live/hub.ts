import { listenTo } from '../db/listener.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { createLiveHistory } from './history.ts'
import { ENDED, EVERYBODY, LIVE_CHANNEL, NOBODY, publish } from './publish.ts'

/** How often a stream says that it is there: proxies end what is silent for a minute. */
const HEARTBEAT_MS = 20_000
/** A stream ends after so long: its page opens another one, for which its session has to go on. */
const LIFE_MS = 15 * 60_000
/** Streams of one user, and of all on this node. */
const MAX_OF_USER = 8
const MAX_STREAMS = 5_000

export interface Stream {
  /** The session whose page reads it. */
  readonly sessionId: string
  write(text: string): void
  end(): void
}

const idLine = (id: string | undefined): string => (id === undefined ? '' : `id: ${id}\n`)

/** The open streams of this node. */
export interface Hub {
  /** Adds a stream of a user; false where there is no room. Of one user too many, the oldest ends. */
  add(userId: string, stream: Stream): boolean
  remove(userId: string, stream: Stream): void
  /** What a stream begins with: whether its page, which has heard the word of that id last, asks anew for what it shows. */
  greeting(userId: string, lastId: string | undefined): string
  readonly size: number
  close(): Promise<void>
}

interface HubOptions {
  url: string
  db: Database
  log: Log
  /** Which of these sessions go on. */
  aliveAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Takes no stream: the hub of a node without the role `api`. */
export const closedHub: Hub = {
  add: () => false,
  remove: () => undefined,
  greeting: () => '',
  size: 0,
  close: async () => undefined,
}

export function openHub({ url, db, log, aliveAmong }: HubOptions): Hub {
  const streams = new Map<string, Map<Stream, number>>()
  const history = createLiveHistory()
  let size = 0
  const all = () => [...streams.values()].flatMap((of) => [...of.keys()])

  function remove(userId: string, stream: Stream): void {
    const of = streams.get(userId)
    if (!of?.delete(stream)) return
    size -= 1
    if (of.size === 0) streams.delete(userId)
  }

  function endStreams(isOver: (stream: Stream) => boolean): void {
    for (const [userId, of] of streams)
      for (const stream of [...of.keys()].filter(isOver)) {
        remove(userId, stream)
        stream.end()
      }
  }

  /** Sessions run out, and may have ended while this node did not listen. While the database does not answer, streams go on. */
  async function endExpired(): Promise<void> {
    const asked = new Set(all().map(({ sessionId }) => sessionId))
    if (asked.size === 0) return
    const alive = await aliveAmong([...asked]).catch(() => asked)
    endStreams(({ sessionId }) => asked.has(sessionId) && !alive.has(sessionId))
  }

  function send(to: Iterable<Stream>, word: 'news' | 'later', id?: string): void {
    const text = `${idLine(id)}data: ${word}\n\n`
    for (const stream of to) stream.write(text)
  }

  function onMessage(message: string): void {
    if (message.startsWith(ENDED)) {
      const ended = message.slice(ENDED.length)
      endStreams(({ sessionId }) => sessionId === ended)
      return
    }
    const [userId = '', id] = message.split(' ')
    history.record(userId, id)
    // Not all at the same moment: each page takes its time by chance.
    if (userId === EVERYBODY) send(all(), 'later', id)
    else send(streams.get(userId)?.keys() ?? [], 'news', id)
  }

  const stop = listenTo({
    url,
    channel: LIVE_CHANNEL,
    log,
    onMessage,
    onListening(isBack) {
      history.clear()
      // Nobody knows what was missed: everybody asks anew.
      if (isBack) send(all(), 'later')
      void endExpired()
      // The first id to go on from; where it can't be told, the next word brings one.
      publish(db, NOBODY).catch(() => undefined)
    },
  })

  const beat = setInterval(() => {
    const oldest = performance.now() - LIFE_MS
    void endExpired()
    for (const [userId, of] of streams)
      for (const [stream, since] of of) {
        // With the newest id: a page that hears nothing for long would go on from one that is forgotten.
        if (since > oldest) stream.write(`${idLine(history.newest)}:\n\n`)
        else {
          remove(userId, stream)
          stream.end()
        }
      }
  }, HEARTBEAT_MS)

  return {
    add(userId, stream) {
      if (size >= MAX_STREAMS) return false
      const of = streams.get(userId) ?? new Map<Stream, number>()
      streams.set(userId, of)
      const [first] = of.keys()
      if (of.size >= MAX_OF_USER && first) {
        remove(userId, first)
        first.end()
      }
      streams.set(userId, of.set(stream, performance.now()))
      size += 1
      return true
    },
    remove,
    greeting: (userId, lastId) =>
      history.mayHaveMissed(userId, lastId) ? `${idLine(history.newest)}event: hello\ndata: hello\n\n` : ':\n\n',
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
