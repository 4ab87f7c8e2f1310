import type { Ticket } from './seal.ts'
import type { Order } from './ticket-worker.ts'

/** Source of tickets: makes the requested number and hands over each as it is made, or fails once. */
export interface TicketSource {
  order(count: number): void
  close(): void
}
export interface TicketSink {
  take(ticket: Ticket): void
  fail(cause: unknown): void
}
export type StartSource = (publicKeyHex: string, sink: TicketSink) => TicketSource

/** A worker without a ticket after this time is dead: some webviews drop a worker without an error event. */
const firstTicketWithinMs = 5000

/** The worker that the head of the app's page started before any module was loaded; returned once. */
function takeEarlyWorker(): Worker | undefined {
  const page = globalThis as { ticketWorker?: Worker | undefined }
  const early = page.ticketWorker
  page.ticketWorker = undefined
  return early
}

/** Tickets from a module worker. Throws if workers are unavailable. */
export const startWorkerSource: StartSource = (publicKeyHex, sink) => {
  const worker = takeEarlyWorker() ?? new Worker(new URL('./ticket-worker.ts', import.meta.url), { type: 'module' })
  const send = (order: Order) => worker.postMessage(order)
  const overdue = setTimeout(() => sink.fail(new Error('the ticket worker is silent')), firstTicketWithinMs)
  worker.addEventListener('message', ({ data }: MessageEvent<Ticket>) => {
    clearTimeout(overdue)
    sink.take(data)
  })
  worker.addEventListener('error', (event) => {
    clearTimeout(overdue)
    sink.fail(new Error(event.message || 'the ticket worker did not start'))
  })
  send({ publicKeyHex })
  return {
    order: (count) => send({ count }),
    close() {
      clearTimeout(overdue)
      worker.terminate()
    },
  }
}

/** The same curve code on this thread, loaded on first use, one ticket per idle slice. */
export const startIdleSource: StartSource = (publicKeyHex, sink) => {
  let ordered = 0
  let isClosed = false
  let maker: Promise<() => Ticket> | undefined
  const makeNext = () => void makeOne().catch(sink.fail)
  async function makeOne() {
    maker ??= import('./curve.ts').then(({ createTicketMaker }) => createTicketMaker(publicKeyHex))
    const makeTicket = await maker
    if (isClosed) return
    sink.take(makeTicket())
    if (--ordered > 0) whenIdle(makeNext)
  }
  return {
    order(count) {
      if (ordered === 0) whenIdle(makeNext)
      ordered += count
    },
    close() {
      isClosed = true
    },
  }
}

/** A caller may be waiting for the ticket, so an idle moment is awaited for at most 50 ms. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 50 })
  else setTimeout(run)
}
