import { listenTo } from '../db/listener.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { createLiveHistory } from './history.ts'
import { ENDED, EVERYBODY, LIVE_CHANNEL, NOBODY, publish } from './publish.ts'

/** Heartbeat interval: proxies close streams that are silent for a minute. */
const HEARTBEAT_MS = 20_000
/** Maximum life of a stream: its page then opens another one, which checks the session again. */
const LIFE_MS = 15 * 60_000
/** Maximum streams of one user, and of all users on this node. */
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
  /** Adds a stream; false when the node is full. When a user has too many, the oldest one ends. */
  add(userId: string, stream: Stream): boolean
  remove(userId: string, stream: Stream): void
  /** The first text of a stream: whether the page has to reload its data, by the id of its last message. */
  greeting(userId: string, lastId: string | undefined): string
  readonly size: number
  close(): Promise<void>
}

interface HubOptions {
  url: string
  db: Database
  log: Log
  /** The given sessions that are still valid. */
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

/** Listens on a database connection of its own, until `close`. */
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

  /**
   * Ends the streams of sessions that expired, or ended while this node did not listen. Streams stay open while the database
   * does not answer.
   */
  async function endExpired(): Promise<void> {
    const checked = new Set(all().map(({ sessionId }) => sessionId))
    if (checked.size === 0) return
    const alive = await aliveAmong([...checked]).catch(() => checked)
    endStreams(({ sessionId }) => checked.has(sessionId) && !alive.has(sessionId))
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
    // With `later` each page reloads after a random delay, so that not all do at the same moment.
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
      // Messages may have been missed: every page reloads.
      if (isBack) send(all(), 'later')
      void endExpired()
      // Fetches a first id; when this fails, the next message brings one.
      publish(db, NOBODY).catch(() => undefined)
    },
  })

  const beat = setInterval(() => {
    const oldest = performance.now() - LIFE_MS
    void endExpired()
    for (const [userId, of] of streams)
      for (const [stream, since] of of) {
        // Sends the newest id: the last id of a page without messages would be forgotten.
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
