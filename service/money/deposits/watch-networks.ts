import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { failureReason, NodeError } from '#service/chains/network.ts'
import { offeredNetworks, type ReceivingNetwork } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Fault } from '#service/platform/fault-log.ts'
import { newId } from '#service/platform/ids.ts'
import { raiseDepositAlarms } from './alarms.ts'
import { notifyPaymentHandlers } from './allocate-deposits.ts'
import { acquireLease, releaseLeases, WriteConflictError } from './cursor.ts'
import type { PaymentHandler } from './payment-handler.ts'
import { type PollFacts, readPoll } from './read-poll.ts'
import { reconcile } from './reconcile.ts'
import { scheduleMissing } from './reconciliations.ts'
import { savePoll } from './save-poll.ts'
import type { WatchedNetwork } from './watched-network.ts'

/** Receives the networks that have to be polled now. */
export const POLL_QUEUE = 'look-at-chain'

/** Pause between two polls; the local network has no provider to spare. */
const POLL_MS = 5_000
const LOCAL_POLL_MS = 1_500
/** Pause between two checks of the alarms. */
const ALARMS_MS = 30_000
const DAY_MS = 86_400_000
/** The longest `Retry-After` that is followed. */
const MAX_PAUSE_MS = 300_000

/**
 * Result of a poll: `behind` when it advanced but did not reach the head, `lagging` when the node is behind the last poll,
 * `conflict` when another poll was saved first, and `failed` when nothing, or only a part, could be read.
 */
export type PollResult = 'read' | 'behind' | 'lagging' | 'conflict' | 'failed'

/** Polls a network once, without a lease, and notifies the payment handlers. */
export async function pollNetwork(
  ctx: Context,
  network: PaymentNetwork,
  handlers: readonly PaymentHandler[],
): Promise<PollResult> {
  return (await poll(ctx, network, handlers)).result
}

interface PollOutcome {
  result: PollResult
  /** The error that kept it from the head. */
  failure?: unknown
}

async function poll(ctx: Context, network: PaymentNetwork, handlers: readonly PaymentHandler[]): Promise<PollOutcome> {
  const receiving = ctx.payments?.networks[network]
  if (!receiving) return { result: 'failed' }
  const watched = { ...receiving, code: network }
  const done = await readAndSave(ctx, watched)
  await notifyPaymentHandlers(ctx, handlers)
  if (done.result === 'read') await reconcile(ctx, watched)
  return done
}

async function readAndSave(ctx: Context, watched: WatchedNetwork): Promise<PollOutcome> {
  const { code: network } = watched
  try {
    const facts = await readPoll(ctx.db, watched, ctx.clock.now())
    if (!facts) return { result: 'lagging' }
    await savePoll(ctx, watched, facts)
    for (const { transaction_id: transactionId } of facts.reverted)
      reportFault(ctx, network, {
        name: `receipt ${transactionId}`,
        error: 'its block is not on the chain',
        message: 'final receipt is no longer on its chain: compare it with an explorer',
        fields: { transactionId },
      })
    return outcomeOf(ctx, network, facts)
  } catch (error) {
    if (error instanceof WriteConflictError) return { result: 'conflict' }
    return failedOutcome(ctx, network, error)
  }
}

function outcomeOf(ctx: Context, network: PaymentNetwork, { failure, progress }: PollFacts): PollOutcome {
  if (failure !== undefined) return failedOutcome(ctx, network, failure)
  ctx.faults.resolve(`reading ${network}`)
  return { result: progress.isAtEnd ? 'read' : 'behind' }
}

function failedOutcome(ctx: Context, network: PaymentNetwork, failure: unknown): PollOutcome {
  const message = 'network could not be read to its head: the next poll continues, check the node if this repeats'
  reportFault(ctx, network, { name: `reading ${network}`, error: failureReason(failure), message })
  return { result: 'failed', failure }
}

const reportFault = (ctx: Context, network: PaymentNetwork, fault: Fault): void =>
  ctx.faults.report({ level: 'warn', ...fault, fields: { network, ...fault.fields } })

/** Schedules a poll of a network by any node, in the caller's transaction. */
export const pollSoon = (ctx: Context, db: Database, network: PaymentNetwork): Promise<void> =>
  ctx.jobs.send(db, POLL_QUEUE, { network })

/** Polls a network when this node holds the lease; returns the pause before the next poll, in milliseconds. */
async function watchNetwork(ctx: Context, network: PaymentNetwork, of: WatchOptions): Promise<number> {
  const pause = network === 'LOCAL' ? LOCAL_POLL_MS : POLL_MS
  if (!(await acquireLease(ctx.db, network, { holder: of.holder, now: ctx.clock.now() }))) return pause
  const receiving = ctx.payments?.networks[network]
  const before = receiving?.network.requests() ?? 0
  const { result, failure } = await poll(ctx, network, of.handlers)
  const budgeted = pauseWithin(receiving?.dailyRequests, (receiving?.network.requests() ?? 0) - before)
  if (result === 'behind') return budgeted
  const asked = failure instanceof NodeError ? (failure.retryAfterMs ?? 0) : 0
  return Math.max(pause, await recipientsPause(ctx, receiving), budgeted, Math.min(asked, MAX_PAUSE_MS))
}

/** The pause that the number of recipients asks for, on networks that are read by them. */
async function recipientsPause({ db }: Context, receiving: ReceivingNetwork | undefined): Promise<number> {
  const perAddress = receiving?.reader.perAddress
  if (!perAddress) return 0
  const { count } = await db
    .selectFrom('deposit_addresses')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('key_id', '=', receiving.keys.id)
    .where('address_of', 'is', null)
    .executeTakeFirstOrThrow()
  return perAddress.pauseMs(Number(count))
}

/** The pause after so many requests that keeps a whole day of them within the budget, in milliseconds; 0 without a budget. */
export const pauseWithin = (dailyRequests: number | undefined, used: number): number =>
  dailyRequests === undefined ? 0 : Math.ceil((used * DAY_MS) / dailyRequests)

interface WatchOptions {
  handlers: readonly PaymentHandler[]
  holder: string
}

/** Repeats a function until it is stopped, after the pause in milliseconds that it returns. */
function repeat(run: () => Promise<number>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const poll = async () => {
    const pause = await run()
    if (!isStopped) timer = setTimeout(() => (running = poll()), pause)
  }
  let running = poll()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** One process at a time has the embedded database: the lease of one that was killed belongs to the next, which needs not wait. */
const EMBEDDED_HOLDER = 'embedded'

/** Polls each network until it is stopped. One node at a time watches a network; another one takes over when its lease expires. */
export function startWatching(ctx: Context, handlers: readonly PaymentHandler[]): { stop(): Promise<void> } {
  const holder = ctx.config.databaseUrl === undefined ? EMBEDDED_HOLDER : newId()
  const guard = (run: () => Promise<number>) => () =>
    run().catch((error: unknown) => {
      ctx.faults.report({
        name: 'watching',
        error,
        message: 'watch of the networks failed: the next poll tries again',
      })
      return POLL_MS
    })
  const loops = offeredNetworks(ctx.payments).map((network) => {
    let isScheduled = false
    return repeat(
      guard(async () => {
        const keyId = ctx.payments?.networks[network]?.keys.id
        if (!isScheduled && keyId !== undefined) await scheduleMissing(ctx.db, { network, keyId, now: ctx.clock.now() })
        isScheduled = true
        return watchNetwork(ctx, network, { handlers, holder })
      }),
    )
  })
  loops.push(repeat(guard(() => raiseDepositAlarms(ctx).then(() => ALARMS_MS))))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await releaseLeases(ctx.db, holder).catch(() => undefined)
    },
  }
}
