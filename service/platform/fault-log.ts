/** A continuing fault is logged again after this time, with the number of occurrences. */
const REPEAT_MS = 3_600_000
/** A resolved fault is not logged again before this time: a fault that comes and goes would fill the log. */
const RELAPSE_MS = 600_000
/** Further causes of a fault are counted as one. */
const MAX_CAUSES = 20
const MAX_FAULTS = 1_000

export interface Fault {
  /** Identifies what fails, for example `gateway port 2201`. */
  name: string
  error: unknown
  /** The log line. It ends with what to do where somebody can do something. */
  message: string
  /** Default: `error`. */
  level?: 'warn' | 'error'
  fields?: Readonly<Record<string, unknown>>
}

/** Logs failures that may repeat. Loops, timers and reconnects report to it instead of the log. */
export interface FaultLog {
  /** Logs a fault at its first occurrence, at each new cause, and then once an hour. */
  report(fault: Fault): void
  /** To be called on each success: logs once that a logged fault is over. */
  resolve(name: string): void
}

/** The part of pino's logger that is used. */
interface Sink {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface Cause {
  /** Time from which the next line may be written. */
  dueAt: number
  /** Occurrences since its last line. */
  times: number
}

interface State {
  last: Fault
  causes: Map<string, Cause>
  /** Occurrences since the last success. */
  times: number
  /** Whether it was logged and not yet resolved. */
  isLogged: boolean
}

type Facts = Partial<Error> & { code?: unknown; syscall?: unknown }

/** An `AggregateError` covers several addresses: the first error says as much as all of them. */
const innermost = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error)

const factsOf = (error: unknown): Facts => (error instanceof Error ? error : { message: String(error) })

/** Replaces numbers and hashes, which differ between occurrences. */
function causeOf(error: unknown): string {
  const { name, code, message = '' } = factsOf(error)
  return `${name} ${code} ${message.replace(/0x[0-9a-f]+|\d+/gi, '#')}`
}

/** Logs the stack only for errors of our code; for errors of the system a sentence is enough. */
function wordsOf(error: unknown, times: number): object {
  const { code, syscall, message } = factsOf(error)
  const isOfSystem = syscall !== undefined || typeof code === 'string' || !(error instanceof Error)
  if (times > 1) return { why: message, times }
  return isOfSystem ? { why: message } : { err: error }
}

/** @param now milliseconds that never go back */
export function createFaultLog(sink: Sink, now: () => number = () => performance.now()): FaultLog {
  const states = new Map<string, State>()

  function stateOf(fault: Fault): State {
    const state = states.get(fault.name) ?? { last: fault, causes: new Map(), times: 0, isLogged: false }
    state.last = fault
    states.set(fault.name, state)
    const [oldest] = states.keys()
    if (states.size > MAX_FAULTS && oldest !== undefined) states.delete(oldest)
    return state
  }

  return {
    report(fault) {
      const { level = 'error', message, fields } = fault
      const error = innermost(fault.error)
      const state = stateOf(fault)
      state.times += 1
      const name = causeOf(error)
      const key = state.causes.has(name) || state.causes.size < MAX_CAUSES ? name : 'others'
      const cause = state.causes.get(key) ?? { dueAt: Number.NEGATIVE_INFINITY, times: 0 }
      state.causes.set(key, cause)
      cause.times += 1
      if (now() < cause.dueAt) return
      sink[level]({ ...fields, ...wordsOf(error, cause.times) }, message)
      Object.assign(cause, { dueAt: now() + REPEAT_MS, times: 0 })
      state.isLogged = true
    },
    resolve(name) {
      const state = states.get(name)
      if (!state) return
      const causes = [...state.causes.values()]
      if (state.isLogged) {
        sink.warn({ ...state.last.fields, times: state.times }, `over: ${state.last.message}`)
        for (const cause of causes) cause.dueAt = now() + RELAPSE_MS
      }
      Object.assign(state, { times: 0, isLogged: false })
      if (causes.every(({ dueAt }) => dueAt <= now())) states.delete(name)
    },
  }
}
