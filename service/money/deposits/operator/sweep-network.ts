import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { type Collector, failureReason } from '#service/chains/network.ts'
import { type OpenSweep, openSweeps, type StepResult, stepSweep } from '#service/money/deposits/sweeps.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import type { Networks } from './networks.ts'

/** Between two polls of a network. */
const POLL_SECONDS = 3

export interface Followed {
  address: string
  network: PaymentNetwork
  state: StepResult | 'unclear'
  transactionId: string | null
  why?: string
}

interface Following {
  networks: Networks
  /** By network. */
  collectors: ReadonlyMap<string, Collector>
  /** Seconds. */
  wait: number
}

/** Advances every open sweep within the given time. The next run continues with the rest. */
export async function followSweeps(
  context: CommandContext,
  { networks, collectors, wait }: Following,
): Promise<Followed[]> {
  const followed = new Map<string, Followed>()
  for (let left = wait; ; left -= POLL_SECONDS) {
    const open = (await openSweeps(context.db)).filter(
      ({ network }) => networks.has(network) && collectors.has(network),
    )
    let isOver = true
    for (const one of open) {
      const progress = await advanceSweep(context, one, { networks, collectors })
      followed.set(one.id, progress)
      if (!isEnd(progress.state)) isOver = false
    }
    if (isOver || left <= 0) return [...followed.values()]
    await new Promise((resolve) => setTimeout(resolve, POLL_SECONDS * 1000))
  }
}

const isEnd = (state: Followed['state']): boolean =>
  ['moved', 'reverted', 'replaced', 'another', 'expired'].includes(state)

async function advanceSweep(
  { db, now }: CommandContext,
  sweep: OpenSweep,
  { networks, collectors }: Omit<Following, 'wait'>,
): Promise<Followed> {
  const { address, network } = sweep
  const [at, collector] = [networks.get(network), collectors.get(network)]
  if (!at || !collector) throw new Error(`${network} is not open`)
  const common = { address, network, transactionId: null }
  if (collector.addressOf(sweep.deposit) !== address)
    return { ...common, state: 'unclear', why: 'the key of deposits does not give this address' }
  try {
    const advanced = await stepSweep({ db, collector, follower: at.follower, token: at.token, now }, sweep)
    return { ...common, ...advanced }
  } catch (error) {
    return { ...common, state: 'unclear', why: failureReason(error) }
  }
}
