import type {
  CollectAction,
  Collection,
  CollectOutcome,
  Collector,
  CollectStep,
  TransactionStatus,
} from '../network.ts'
import { normal } from './addresses.ts'
import { translateErrors } from './errors.ts'
import type { Gas, GasTransfer } from './gas.ts'
import type { DepositAccounts } from './keys.ts'
import { afterLast, type EvmTerms, feeOf, nonceOf } from './terms.ts'
import type { Transfers } from './transfers.ts'

/** Moves deposits: an address gets the coins for its fee from the collecting wallet, then pays the treasury. */
export function createCollector(
  { wallet, accountOf }: DepositAccounts,
  { transfers, gas }: { transfers: Transfers; gas: Gas },
): Collector {
  /** The terms of the move, and the transfer of coins that has to come first, with its own. */
  async function planOf({ transfer }: Collection): Promise<{ move: EvmTerms; fund?: GasTransfer }> {
    const move = await transfers.quoteOf(transfer)
    const missing = feeOf(move) - (await gas.balanceOf(normal(transfer.payer)))
    return missing > 0n ? { move, fund: { payer: wallet.address, to: transfer.payer, value: missing } } : { move }
  }

  async function begin(of: Collection, last: Parameters<Collector['next']>[2]): Promise<CollectAction> {
    const { move, fund } = await planOf(of)
    if (fund) {
      const terms = afterLast(await gas.termsOf(fund), last(wallet.address))
      return {
        action: 'save',
        step: { kind: 'fund', signer: wallet.address, ...(await gas.sign(wallet, fund, terms)) },
      }
    }
    const { transfer } = of
    const signed = await transfers.sign(accountOf(of.number), transfer, afterLast(move, last(transfer.payer)))
    return { action: 'save', step: { kind: 'move', signer: transfer.payer, ...signed } }
  }

  async function follow({ transfer }: Collection, step: CollectStep): Promise<CollectAction> {
    const { state } =
      step.kind === 'move'
        ? await transfers.fate(transfer, step)
        : await gas.fate({ payer: step.signer }, { id: step.id, nonce: nonceOf(step.terms) })
    if (state === 'unknown') return { action: 'send', step }
    if (state === 'waiting') return { action: 'wait', step }
    return { action: 'record', step, outcome: outcomeOf(state) }
  }

  return translateErrors<Collector>({
    wallet: wallet.address,
    addressOf: (number) => accountOf(number).address,
    async cost(of) {
      const { move, fund } = await planOf(of)
      if (!fund) return { fee: feeOf(move), kinds: ['move'] }
      return { fee: feeOf(move) + feeOf(await gas.termsOf(fund)), kinds: ['fund', 'move'] }
    },
    async next(of, steps, last) {
      const open = steps.find(({ outcome }) => outcome === undefined)
      if (open) return follow(of, open)
      const moved = steps.findLast(({ kind }) => kind === 'move')?.outcome
      if (moved === undefined || moved === 'expired') return begin(of, last)
      return { action: 'stop', state: moved === 'done' ? 'moved' : moved }
    },
  })
}

const outcomeOf = (state: Exclude<TransactionStatus['state'], 'unknown' | 'waiting'>): CollectOutcome =>
  state === 'paid' ? 'done' : state
