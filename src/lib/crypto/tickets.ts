import { discard, type Ticket } from './seal.ts'
import { type StartSource, startIdleSource, startWorkerSource, type TicketSource } from './ticket-sources.ts'

const refillBelow = 4
const poolSize = 8

interface Waiter {
  resolve(ticket: Ticket): void
  reject(cause: unknown): void
}

export interface TicketPool {
  /** Tickets that can be taken without waiting. */
  readonly ready: number
  /** One ticket, for one message. Rejects when the key is bad, the code cannot be loaded, or the pool is closed. */
  take(): Promise<Ticket>
  close(): void
}

/** Keeps tickets ready ahead of time, from a worker, or from this thread once the worker fails. */
export function createTicketPool(publicKeyHex: string, startFirst: StartSource = startWorkerSource): TicketPool {
  const tickets: Ticket[] = []
  const waiters: Waiter[] = []
  let ordered = 0
  let source: TicketSource | undefined
  let isFallback = false
  let isClosed = false

  function receive(ticket: Ticket) {
    ordered--
    const waiter = waiters.shift()
    if (waiter) waiter.resolve(ticket)
    else tickets.push(ticket)
  }

  function start(startSource: StartSource): TicketSource {
    const own: TicketSource = startSource(publicKeyHex, {
      take: (ticket) => (source === own ? receive(ticket) : discard(ticket)),
      fail: (cause) => source === own && replace(cause),
    })
    return own
  }

  /**
   * A failed worker is replaced by this thread; if that fails too, waiting callers are rejected and the next call tries
   * again.
   */
  function replace(cause: unknown) {
    source?.close()
    source = undefined
    ordered = 0
    if (!isFallback) {
      isFallback = true
      refill()
    } else for (const waiter of waiters.splice(0)) waiter.reject(cause)
  }

  function firstSource(): TicketSource {
    try {
      if (!isFallback) return start(startFirst)
    } catch {
      isFallback = true
    }
    return start(startIdleSource)
  }

  function refill() {
    const coming = tickets.length + ordered - waiters.length
    if (isClosed || coming >= refillBelow) return
    source ??= firstSource()
    ordered += poolSize - coming
    source.order(poolSize - coming)
  }

  refill()
  return {
    get ready() {
      return tickets.length
    },
    take() {
      if (isClosed) return Promise.reject(new Error('the ticket pool is closed'))
      const ready = tickets.shift()
      const taken = ready
        ? Promise.resolve(ready)
        : new Promise<Ticket>((resolve, reject) => waiters.push({ resolve, reject }))
      refill()
      return taken
    },
    close() {
      isClosed = true
      source?.close()
      source = undefined
      tickets.splice(0).forEach(discard)
      for (const waiter of waiters.splice(0)) waiter.reject(new Error('the ticket pool is closed'))
    },
  }
}
