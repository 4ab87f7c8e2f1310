import type { Collecting, Collector, CollectStep, Terms } from '../network.ts'
import { normal } from './addresses.ts'
import { translateErrors } from './errors.ts'
import type { Gas } from './gas.ts'
import type { DepositAccounts } from './keys.ts'
import { afterLast, feeOf, nonceOf, readTerms, writeTerms } from './terms.ts'
import type { Transfers } from './transfers.ts'

/** Moves deposits: an address gets the coins for its fee from the collecting wallet, then pays the treasury. */
export function createCollector(
  { wallet, accountOf }: DepositAccounts,
  { transfers, gas }: { transfers: Transfers; gas: Gas },
): Collector {
  async function next({ transfer }: Collecting): Promise<CollectStep> {
    const terms = await transfers.quoteOf(transfer)
    const missing = feeOf(terms) - (await gas.balanceOf(normal(transfer.payer)))
    if (missing <= 0n) return { kind: 'move', terms: writeTerms(terms) }
    const preparation = { payer: wallet.address, to: transfer.payer, value: missing }
    return { kind: 'prepare', preparation, terms: writeTerms(await gas.termsOf(preparation)) }
  }

  function sign({ number, transfer }: Collecting, step: CollectStep, last: Terms | undefined) {
    const terms = afterLast(readTerms(step.terms), last)
    return step.kind === 'move'
      ? transfers.sign(accountOf(number), transfer, terms)
      : gas.sign(wallet, step.preparation, terms)
  }

  return translateErrors<Collector>({
    wallet: wallet.address,
    addressOf: (number) => accountOf(number).address,
    next,
    sign,
    fateOfPreparation: (preparation, { id, terms }) => gas.fate(preparation, { id, nonce: nonceOf(terms) }),
  })
}
