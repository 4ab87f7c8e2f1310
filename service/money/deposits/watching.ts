import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { type ChainReader, openReader } from '#service/chains/evm/chain-reader.ts'
import { failureReason, rateLimitOf } from '#service/chains/evm/evm-errors.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Fault } from '#service/platform/fault-log.ts'
import { newId } from '#service/platform/ids.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { watchAlarms } from './alarms.ts'
import { holdWatch, letGo, Outrun } from './cursor.ts'
import { tellTakers } from './disposing.ts'
import { keepRound } from './keeping.ts'
import { reconcile } from './reconcile.ts'
import { scheduleMissing } from './reconciliations.ts'
import { type Facts, readRound } from './round.ts'
import type { Taker } from './taker.ts'
import type { Watched } from './watched.ts'

/** Sent to with a network that is to be looked at now. */
export const LOOK_QUEUE = 'look-at-chain'

/** Between two rounds of a node; the network of this machine costs nobody anything. */
const ROUND_MS = 5_000
const LOCAL_ROUND_MS = 1_500
/** Between two looks at what has been wrong for too long. */
const ALARMS_MS = 30_000
/** The longest that a node's wish for a pause is followed, in one go. */
const MAX_REST_MS = 300_000

/**
 * How a look has ended: `behind` when it was read further but not to the end, `lagging` when the node is behind what was read before,
 * `outrun` when another look was faster, and `failed` when nothing, or only a part, could be read.
 */
export type Looked = 'read' | 'behind' | 'lagging' | 'outrun' | 'failed'

const readers = new WeakMap<EvmSettings, { reader: ChainReader; decimals?: Promise<number> }>()

/** One reader for each network of the settings: it knows how many blocks its node takes at once, and the token's decimals. */
function readerOf(settings: EvmSettings): ChainReader {
  const known = readers.get(settings) ?? { reader: openReader(settings) }
  readers.set(settings, known)
  const { reader } = known
  return {
    ...reader,
    decimals() {
      known.decimals ??= reader.decimals().catch((error: unknown) => {
        delete known.decimals
        throw error
      })
      return known.decimals
    },
  }
}

/** Looks at a network once, whoever watches it otherwise, and tells the takers of what was found. */
export async function lookAt(ctx: Context, network: PaymentNetwork, takers: readonly Taker[]): Promise<Looked> {
  return (await look(ctx, network, takers)).looked
}

interface Look {
  looked: Looked
  /** What has kept it from the end. */
  failure?: unknown
}

async function look(ctx: Context, network: PaymentNetwork, takers: readonly Taker[]): Promise<Look> {
  const settings = ctx.payments?.networks[network]
  if (!settings) return { looked: 'failed' }
  const watched = { network, settings, reader: readerOf(settings) }
  const done = await read(ctx, watched)
  await tellTakers(ctx, takers)
  if (done.looked === 'read') await reconcile(ctx, watched)
  return done
}

async function read(ctx: Context, watched: Watched): Promise<Look> {
  const { network } = watched
  try {
    const facts = await readRound(ctx.db, watched, ctx.clock.now())
    if (!facts) return { looked: 'lagging' }
    await keepRound(ctx, watched, facts)
    for (const { transaction_id: transactionId } of facts.undone)
      reportFault(ctx, network, {
        name: `receipt ${transactionId}`,
        error: 'its block is not on the chain',
        message: 'a final receipt is not on its chain any more: compare it with an explorer',
        fields: { transactionId },
      })
    return endOf(ctx, network, facts)
  } catch (error) {
    if (error instanceof Outrun) return { looked: 'outrun' }
    return failed(ctx, network, error)
  }
}

function endOf(ctx: Context, network: PaymentNetwork, { failure, progress }: Facts): Look {
  if (failure !== undefined) return failed(ctx, network, failure)
  ctx.faults.resolve(`reading ${network}`)
  return { looked: progress.isAtEnd ? 'read' : 'behind' }
}

function failed(ctx: Context, network: PaymentNetwork, failure: unknown): Look {
  const message = 'a network could not be read to its end: what was read stands, the next round goes on'
  reportFault(ctx, network, { name: `reading ${network}`, error: failureReason(failure), message })
  return { looked: 'failed', failure }
}

const reportFault = (ctx: Context, network: PaymentNetwork, fault: Fault): void =>
  ctx.faults.report({ level: 'warn', ...fault, fields: { network, ...fault.fields } })

/** Has a network looked at now, by whichever node comes first; in the caller's transaction. */
export const lookSoon = (ctx: Context, db: Database, network: PaymentNetwork): Promise<void> =>
  ctx.jobs.send(db, LOOK_QUEUE, { network })

/** One round of a network, where this node may watch it; says how long to wait for the next one. */
async function watchNetwork(ctx: Context, network: PaymentNetwork, of: Watch): Promise<number> {
  const pause = network === 'LOCAL' ? LOCAL_ROUND_MS : ROUND_MS
  if (!(await holdWatch(ctx.db, network, { holder: of.holder, now: ctx.clock.now() }))) return pause
  const { looked, failure } = await look(ctx, network, of.takers)
  if (looked === 'behind') return 0
  return Math.max(pause, Math.min(rateLimitOf(failure)?.retryAfterMs ?? 0, MAX_REST_MS))
}

interface Watch {
  takers: readonly Taker[]
  holder: string
}

/** Runs something again and again, after the pause that it asks for, until it is stopped. */
function repeat(run: () => Promise<number>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const round = async () => {
    const pause = await run()
    if (!isStopped) timer = setTimeout(() => (running = round()), pause)
  }
  let running = round()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Watches the networks for as long as the service runs: each by itself, one node at a time, and another one when that is gone. */
export function startWatching(ctx: Context, takers: readonly Taker[]): { stop(): Promise<void> } {
  const holder = newId()
  const guard = (run: () => Promise<number>) => () =>
    run().catch((error: unknown) => {
      ctx.faults.report({
        name: 'watching',
        error,
        message: 'networks could not be watched: the next round tries again',
      })
      return ROUND_MS
    })
  const loops = offeredNetworks(ctx.payments).map((network) => {
    let isScheduled = false
    return repeat(
      guard(async () => {
        if (!isScheduled) await scheduleMissing(ctx.db, network, ctx.clock.now())
        isScheduled = true
        return watchNetwork(ctx, network, { takers, holder })
      }),
    )
  })
  loops.push(repeat(guard(() => watchAlarms(ctx).then(() => ALARMS_MS))))
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
      await letGo(ctx.db, holder).catch(() => undefined)
    },
  }
}
