import { atom, onMount, type ReadableAtom } from 'nanostores'
import { BUSY, type Endpoint, type ReplyOf, type RequestOf } from '#lib/contract/endpoint.ts'
import { $session } from '#lib/session/session.ts'
import { call } from './call.ts'
import { isGone } from './error-text.ts'

export interface Resource<T> {
  /** The last answer; stays during the next request, and when it fails. */
  data: T | undefined
  error: Error | undefined
}

export interface ResourceStore<E extends Endpoint> extends ReadableAtom<Resource<ReplyOf<E>>> {
  /** Loads again if there are listeners. Settles with or without a response. */
  reload(): Promise<void>
}

interface Options<E extends Endpoint> {
  /** The request; undefined sends none. A different request empties the store. */
  $payload: ReadableAtom<RequestOf<E> | undefined>
  /** Polls at this interval while there are listeners. */
  everyMs?: number
  /** Loads again whenever this changes from one value to another; undefined is unknown and ignored. */
  $changes?: ReadableAtom<unknown>
}

/** Minimum and maximum pauses between retries: random in between, so that clients do not retry together. */
const PAUSES_MS = [
  [500, 2_000],
  [500, 8_000],
] as const
/** Later retries, while an older response is shown that users might take for current. */
const OUTDATED_MS = [15_000, 30_000] as const

/** No response, or one from an overloaded service: a retry may succeed. */
const mayPass = ({ name, code }: Error & { code?: string }): boolean =>
  name === 'TransportError' || code === String(BUSY)

const EMPTY = { data: undefined, error: undefined }

const outdated = new Set<object>()
/** The failure of a read whose older answer stays on the screen: set by the first one, until all have newer answers. */
export const $outdated = atom<Error | undefined>()

function updateOutdated(store: object, error: Error | undefined): void {
  if (error) outdated.add(store)
  else outdated.delete(store)
  if (outdated.size === 0) $outdated.set(undefined)
  else if (error && !$outdated.get()) $outdated.set(error)
}

/** An unchanged response causes no re-render. */
const isSame = ({ data, error }: Resource<unknown>, answer: unknown): boolean =>
  error === undefined && JSON.stringify(data) === JSON.stringify(answer)

/** Random phase of this visit in every period: by the clock alone all open dashboards would poll in the same second. */
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
 * A read call as a store: loaded with its first listener, again on a timer or a change while the page is visible, twice
 * more without a response, indefinitely while an older response is shown, and dropped with its last listener. Responses
 * are applied in the order of their requests, and a timer waits for the pending request, however slow the service is. A
 * store of the shell takes its endpoint by a function, so that the contract stays out of the core.
 */
export function createResource<E extends Endpoint>(
  endpoint: E | (() => Promise<E>),
  { $payload, everyMs, $changes }: Options<E>,
): ResourceStore<E> {
  type State = Resource<ReplyOf<E>>
  const $state = atom<State>(EMPTY)
  /**
   * Number of the newest request, and of the newest one that has ended: by an answer, a failure, or without listeners.
   */
  let requested = 0
  let ended = 0
  let isRead = false
  /** Something has changed since the pending request was sent. */
  let hasChanged = false
  const empty = () => {
    ended = requested
    updateOutdated($state, undefined)
    $state.set(EMPTY)
  }
  const isSeen = () => document.visibilityState === 'visible'

  async function ask(tries: number): Promise<void> {
    const payload = $payload.get()
    if (payload === undefined) return
    requested += 1
    hasChanged = false
    const mine = requested
    try {
      const data = await call(typeof endpoint === 'function' ? await endpoint() : endpoint, payload)
      if (mine <= ended) return
      ended = mine
      updateOutdated($state, undefined)
      if (!isSame($state.get(), data)) $state.set({ data, error: undefined })
    } catch (error) {
      // A newer request decides.
      if (mine <= ended || mine < requested) return
      ended = mine
      fail(error as Error, tries)
    }
    if (hasChanged) poll()
  }
  function fail(error: Error, tries: number): void {
    const { data } = $state.get()
    $state.set({ data, error })
    // A missing record shows its own message.
    if (data !== undefined) updateOutdated($state, isGone(error) ? undefined : error)
    const pause = PAUSES_MS[tries] ?? (data === undefined ? undefined : OUTDATED_MS)
    if (pause === undefined || !mayPass(error)) return
    const failed = requested
    const again = () => isRead && failed === requested && isSeen() && void ask(tries + 1)
    const [shortest, longest] = pause
    setTimeout(again, shortest + Math.random() * (longest - shortest))
  }
  const reload = async () => {
    if (isRead) await ask(0)
  }
  const poll = () => isSeen() && void reload()
  /** A change during a request is loaded after its response. */
  const pollSoon = () => {
    hasChanged = requested > ended
    if (!hasChanged) poll()
  }

  onMount($state, () => {
    // The shell is also rendered into the page's HTML, where nothing is loaded.
    if (typeof document === 'undefined') return
    // Only the browser's own event: a lost connection may block a request forever. Our synthetic event announces news
    // (shell/live.ts).
    const onOnline = ({ isTrusted }: Event) => (isTrusted ? poll() : pollSoon())
    const stopPayload = $payload.listen(() => {
      empty()
      void reload()
    })
    const stopChanges = $changes?.listen((now, before) => {
      if (now !== undefined && before !== undefined) pollSoon()
    })
    // Data of one account is never shown to another.
    const stopSession = $session.listen((session, before) => {
      if (session?.token === before?.token) return
      empty()
      if (session) void reload()
    })
    const stopTicking = everyMs === undefined ? undefined : tick(everyMs, () => requested > ended || poll())
    document.addEventListener('visibilitychange', poll)
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
      document.removeEventListener('visibilitychange', poll)
      window.removeEventListener('online', onOnline)
    }
  })
  return Object.assign($state, { reload })
}
