import { atom, onMount, type ReadableAtom } from 'nanostores'
import { BUSY, type Endpoint, type ReplyOf, type RequestOf } from '#lib/contract/endpoint.ts'
import { $session } from '#lib/session/session.ts'
import { call } from './call.ts'
import { isGone } from './error-text.ts'

export interface Resource<T> {
  /** The last answer; stays while a newer one is asked for, and when asking again failed. */
  data: T | undefined
  error: Error | undefined
}

export interface ResourceStore<E extends Endpoint> extends ReadableAtom<Resource<ReplyOf<E>>> {
  /** Asks again where somebody looks. Ends with the answer, or without one. */
  reload(): Promise<void>
}

interface Options<E extends Endpoint> {
  /** What to ask; undefined asks nothing. Another question empties the store. */
  $payload: ReadableAtom<RequestOf<E> | undefined>
  /** Asks again this often while somebody looks. */
  everyMs?: number
  /** Asks again whenever this goes from one value to another; undefined is none, and is not known yet. */
  $changes?: ReadableAtom<unknown>
}

/** Pauses between the tries of a question, from and to: by chance in between, so that not all come back at once. */
const PAUSES_MS = [
  [500, 2_000],
  [500, 8_000],
] as const
/** Those after them, where an older answer stands that nobody may take for the newest. */
const OUTDATED_MS = [15_000, 30_000] as const

/** No answer, or one from a service that was too busy to look: another try may have one. */
const mayPass = ({ name, code }: Error & { code?: string }): boolean =>
  name === 'TransportError' || code === String(BUSY)

const EMPTY = { data: undefined, error: undefined }

const outdated = new Set<object>()
/** The failure of a read whose older answer stays on the screen: set by the first of them, until all have newer ones. */
export const $outdated = atom<Error | undefined>()

function keepOutdated(store: object, error: Error | undefined): void {
  if (error) outdated.add(store)
  else outdated.delete(store)
  if (outdated.size === 0) $outdated.set(undefined)
  else if (error && !$outdated.get()) $outdated.set(error)
}

/** An answer that says nothing new draws nothing anew. */
const isSame = ({ data, error }: Resource<unknown>, answer: unknown): boolean =>
  error === undefined && JSON.stringify(data) === JSON.stringify(answer)

/** This visit's own place in every period: by the clock alone all open dashboards would ask in the same second. */
const phase = Math.floor(Math.random() * 3_600_000)

/** Ticks once a period, all stores of a screen at the same moment, so that they agree. */
function tick(everyMs: number, onTick: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    timer = setTimeout(
      () => {
        onTick()
        next()
      },
      everyMs - ((Date.now() + phase) % everyMs),
    )
  }
  next()
  return () => clearTimeout(timer)
}

/**
 * A read call as a store: asked with its first listener, again on a timer or a change while the page is visible, twice more
 * where there was no answer, on and on where an older one stands, and dropped when its last listener has gone. Answers
 * land in the order of their questions, and a timer waits for the one that is on its way, however slow the service is.
 * A store that the shell shows takes its endpoint by a function, so that the contract stays out of the core.
 */
export function createResource<E extends Endpoint>(
  endpoint: E | (() => Promise<E>),
  { $payload, everyMs, $changes }: Options<E>,
): ResourceStore<E> {
  type State = Resource<ReplyOf<E>>
  const $state = atom<State>(EMPTY)
  /** The number of the newest question, and of the newest one that has ended: by an answer, a failure, or for nobody. */
  let asked = 0
  let ended = 0
  let isRead = false
  /** Something has changed since the question was asked that is on its way. */
  let hasChanged = false
  const empty = () => {
    ended = asked
    keepOutdated($state, undefined)
    $state.set(EMPTY)
  }
  const isSeen = () => document.visibilityState === 'visible'

  async function ask(tries: number): Promise<void> {
    const payload = $payload.get()
    if (payload === undefined) return
    asked += 1
    hasChanged = false
    const mine = asked
    try {
      const data = await call(typeof endpoint === 'function' ? await endpoint() : endpoint, payload)
      if (mine <= ended) return
      ended = mine
      keepOutdated($state, undefined)
      if (!isSame($state.get(), data)) $state.set({ data, error: undefined })
    } catch (error) {
      // Where there is a newer question, its answer counts.
      if (mine <= ended || mine < asked) return
      ended = mine
      fail(error as Error, tries)
    }
    if (hasChanged) look()
  }
  function fail(error: Error, tries: number): void {
    const { data } = $state.get()
    $state.set({ data, error })
    // What is gone is told in its own place.
    if (data !== undefined) keepOutdated($state, isGone(error) ? undefined : error)
    const pause = PAUSES_MS[tries] ?? (data === undefined ? undefined : OUTDATED_MS)
    if (pause === undefined || !mayPass(error)) return
    const failed = asked
    const again = () => isRead && failed === asked && isSeen() && void ask(tries + 1)
    const [shortest, longest] = pause
    setTimeout(again, shortest + Math.random() * (longest - shortest))
  }
  const reload = async () => {
    if (isRead) await ask(0)
  }
  const look = () => isSeen() && void reload()
  /** What changes while a question is on its way is asked for after its answer. */
  const lookLater = () => {
    hasChanged = asked > ended
    if (!hasChanged) look()
  }

  onMount($state, () => {
    // The shell is also rendered into the page's HTML, where there is nobody to ask for.
    if (typeof document === 'undefined') return
    // The browser's own event: a lost connection may hold a question for good. Ours tells of news (shell/live.ts).
    const onOnline = ({ isTrusted }: Event) => (isTrusted ? look() : lookLater())
    const stopPayload = $payload.listen(() => {
      empty()
      void reload()
    })
    const stopChanges = $changes?.listen((now, before) => {
      if (now !== undefined && before !== undefined) lookLater()
    })
    // Nothing of one account is ever shown to another.
    const stopSession = $session.listen((session, before) => {
      if (session?.token === before?.token) return
      empty()
      if (session) void reload()
    })
    const stopTicking = everyMs === undefined ? undefined : tick(everyMs, () => asked > ended || look())
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', onOnline)
    isRead = true
    void reload()
    return () => {
      isRead = false
      empty()
      stopTicking?.()
      stopPayload()
      stopChanges?.()
      stopSession()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', onOnline)
    }
  })
  return Object.assign($state, { reload })
}
