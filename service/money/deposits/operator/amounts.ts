import { decimalsOf, fromUnits } from '#lib/money/coins.ts'
import { contractOf, failureReason } from '#service/chains/network.ts'
import { decimalsOn, knownDecimals, readDecimals } from '#service/chains/token-decimals.ts'
import { ledgerUnits } from '#service/money/deposits/rules.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { unreachable } from '#service/platform/operator/errors.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { setNetworks } from './networks.ts'

/** Writes a value of a network's token, which is in its own smallest units, as USDT. */
export type TokenText = (value: bigint, network: string) => string

/** Texts for these networks, by the decimals that their chains told. */
export async function tokenTexts(context: CommandContext, networks: Iterable<string>): Promise<TokenText> {
  const decimals = new Map<string, number>()
  for (const network of new Set(networks)) decimals.set(network, await decimalsFor(context, network))
  return (value, network) => {
    const token = decimals.get(network)
    if (token === undefined) throw new Error(`the decimals of USDT on ${network} were not read`)
    return fromUnits(ledgerUnits(value, { token, ledger: decimalsOf.USDT }), 'USDT')
  }
}

/** Asks the node where the service has not read them yet. */
async function decimalsFor({ db, config }: CommandContext, network: string): Promise<number> {
  const set = setNetworks(config).find(({ code }) => code === network)
  const contract = set && contractOf(set.network, 'USDT')
  const of = contract === undefined ? undefined : { network, contract }
  const known = of ? await knownDecimals(db, of) : await decimalsOn(db, network)
  if (known !== undefined) return known
  const why = `The decimals of USDT on ${network} are not known yet`
  if (!of || !set?.network.reader) throw unreachable(phrase`${why}: set its node, or let the service read it once.`)
  return readDecimals(db, of, set.network.reader).catch((error: unknown) => {
    throw unreachable(phrase`${why}: ${failureReason(error)}`)
  })
}
