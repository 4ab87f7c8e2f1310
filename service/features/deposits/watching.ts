import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { whyOf } from '../../adapters/chain/evm-errors.ts'
import { type ChainReader, openReader } from '../../adapters/chain/reading.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/open.ts'
import { newId } from '../../ids.ts'
import { offeredNetworks } from '../../payments.ts'
import type { EvmSettings } from '../../settings/networks.ts'
import { watchAlarms } from './alarms.ts'
import { holdWatch, letGo, Outrun } from './cursor.ts'
import { tellTakers } from './disposing.ts'
import { keepRound } from './keeping.ts'
import { readRound, type Watched } from './round.ts'
import type { Taker } from './taker.ts'

/** Sent to with a network that is to be looked at now. */
export const LOOK_QUEUE = 'look-at-chain'

/** Between two rounds of a node; the network of this machine costs nobody anything. */
const ROUND_MS = 5_000
const LOCAL_ROUND_MS = 1_500

/** How a look has ended: `lagging` when the node is behind what was read before, `outrun` when another look was faster. */
export type Looked = 'read' | 'lagging' | 'outrun' | 'failed'

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
  const settings = ctx.payments?.networks[network]
  if (!settings) return 'failed'
  const looked = await read(ctx, { network, settings, reader: readerOf(settings) })
  await tellTakers(ctx, takers)
  return looked
}

async function read(ctx: Context, watched: Watched): Promise<Looked> {
  const { network } = watched
  try {
    const facts = await readRound(ctx.db, watched, ctx.clock.now())
    if (!facts) return 'lagging'
    await keepRound(ctx, watched, facts)
    for (const { transaction_id } of facts.undone)
      ctx.log.error({ network, transactionId: transaction_id }, 'a final receipt is not on its chain any more')
    return 'read'
  } catch (error) {
    if (error instanceof Outrun) return 'outrun'
    ctx.log.warn({ network, why: whyOf(error) }, 'a network could not be read')
    return 'failed'
  }
}

/** Has a network looked at now, by whichever node comes first; in the caller's transaction. */
export const lookSoon = (ctx: Context, db: Database, network: PaymentNetwork): Promise<void> =>
  ctx.jobs.send(db, LOOK_QUEUE, { network })

/** When everything up to a network's end was last read; null when it never was. Nothing that is due to be paid by then may end before. */
export async function lookedAt(db: Database, network: PaymentNetwork): Promise<number | null> {
  const row = await db.selectFrom('chain_cursors').select('looked_at').where('network', '=', network).executeTakeFirst()
  return row?.looked_at?.getTime() ?? null
}

/** One round over all networks that this node may watch. */
export async function watchOnce(ctx: Context, takers: readonly Taker[], holder: string): Promise<void> {
  for (const network of offeredNetworks(ctx.payments))
    if (await holdWatch(ctx.db, network, { holder, now: ctx.clock.now() })) await lookAt(ctx, network, takers)
  await watchAlarms(ctx)
}

/** Watches the networks for as long as the service runs: one node at a time, and another one when that is gone. */
export function startWatching(ctx: Context, takers: readonly Taker[]): { stop(): Promise<void> } {
  const holder = newId()
  const every = ctx.payments?.testChain ? LOCAL_ROUND_MS : ROUND_MS
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const round = async () => {
    await watchOnce(ctx, takers, holder).catch((error: unknown) => ctx.log.error({ err: error }, 'watching failed'))
    if (!isStopped) timer = setTimeout(() => (running = round()), every)
  }
  let running = round()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
      await letGo(ctx.db, holder).catch(() => undefined)
    },
  }
}
