import { LIVE_PATH, liveTicket } from '#lib/contract/live.ts'
import { $session } from '#lib/session/session.ts'
import { call } from '../calls/call.ts'

const base = import.meta.env.PUBLIC_API_BASE || '/api'

/** News are collected: a screen is loaded once for all of them. */
const TOGETHER_MS = 300
/** Loads after news for everyone are spread over this time, or all clients would load in the same second. */
const LATER_MS = 15_000
/** Minimum and maximum pauses between retries; a buffered stream is retried much later. */
const PAUSE_MS = { min: 1_000, max: 60_000, buffered: 10 * 60_000 }
/** A stream that ends may mean that the service is down: the screen's data is loaded within this time to find out. */
const LOST_MS = 2_000
/** A proxy that buffers the stream has not passed the first event on by then. */
const HELLO_MS = 10_000
/** A stream sends a heartbeat every 20 seconds. */
const SILENCE_MS = 50_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Id of the last received event of any tab: after an interruption the service says whether events were missed. */
let lastId = ''

/** Reads a stream until it ends, and passes on each event. Returns true if any event arrived. */
async function readStream(ticket: string, onEvent: (event: string) => void): Promise<boolean> {
  const stop = new AbortController()
  let timer = setTimeout(() => stop.abort(), HELLO_MS)
  let hasCome = false
  try {
    const headers = { ticket, ...(lastId && { 'last-event-id': lastId }) }
    const response = await fetch(base + LIVE_PATH, { headers, cache: 'no-store', signal: stop.signal })
    // A refusal is a normal reply, not a stream.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const reader = isStream ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
    if (!reader) return false
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), SILENCE_MS)
      hasCome = true
      const events = (rest + part.value).split('\n\n')
      rest = events.pop() ?? ''
      events.forEach(onEvent)
    }
  } catch {
    // Ended or never started: polling continues, and the stream is retried.
  } finally {
    clearTimeout(timer)
  }
  return hasCome
}

/** Keeps a stream open while a user is signed in. */
async function lead(onEvent: (event: string) => void, onLost: () => void): Promise<void> {
  let pause = PAUSE_MS.min
  while ($session.get()) {
    const ticket = await call(liveTicket, {}).then(
      (answer) => answer.ticket,
      () => undefined,
    )
    const startedAt = performance.now()
    const hasCome = ticket !== undefined && (await readStream(ticket, onEvent))
    if (hasCome) setTimeout(onLost, Math.random() * LOST_MS)
    const wasBuffered = ticket !== undefined && !hasCome && performance.now() - startedAt >= HELLO_MS
    pause = hasCome ? PAUSE_MS.min : Math.min(PAUSE_MS.max, pause * 2)
    await wait((wasBuffered ? PAUSE_MS.buffered : pause) * (0.5 + Math.random()))
  }
}

/**
 * One stream per browser: the tab that holds the lock reads it and broadcasts to the others. The screens' data is then
 * loaded again in place. Without locks or events the screens keep polling.
 */
export function startLive(): void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel('live')
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    // Loads the screen's data again, as after a lost connection.
    timer = setTimeout(() => dispatchEvent(new Event('online')), TOGETHER_MS)
  }
  const handleEvent = (event: string) => {
    lastId = /^id: (.+)$/m.exec(event)?.[1] ?? lastId
    const word = /^data: (.+)$/m.exec(event)?.[1]
    // Events missed in between are loaded with the first one.
    if (word) setTimeout(show, word === 'later' ? Math.random() * LATER_MS : 0)
  }
  channel.onmessage = ({ data }) => handleEvent(data)
  void navigator.locks.request('live', () =>
    lead((event) => {
      // Heartbeats are not broadcast to other tabs.
      if (event.includes('data:')) channel.postMessage(event)
      handleEvent(event)
    }, show),
  )
}
