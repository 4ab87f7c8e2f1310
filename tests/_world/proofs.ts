import type { ProofFile, SignedStatement } from '#lib/contract/proofs.ts'
import type { Asset } from '#lib/money/coins.ts'
import type { ProofStatement } from '#lib/rules/proofs.ts'
import { saltOf, statementHash } from '#service/money/proofs/hashes.ts'
import type { Holding } from '#service/money/proofs/liabilities.ts'
import { type AssetTree, buildTrees, signStatement, summaryOf } from '#service/money/proofs/prove.ts'

export const secret = 'a pepper of the proofs in tests, long enough'

export interface ProvenDay {
  readonly facts: ProofStatement
  readonly signed: SignedStatement
  readonly trees: readonly AssetTree[]
}

const nothing = { available: 0n, frozen: 0n, withdrawing: 0n, balance: 0n }

/** A user who holds so many units of an asset. */
export const holdingOf = (name: string, units: bigint): Holding => ({
  userId: `id-${name}`,
  account: `${name}@example.com`,
  units,
  parts: { ...nothing, available: units },
})

/** Thirty users in two assets. Ann has 50.25 ALEO and 3 USDT, Ben 7 ALEO. */
export function someHoldings(): Map<Asset, Holding[]> {
  const others = Array.from({ length: 28 }, (_, index) => holdingOf(`user${index}`, BigInt(index) * 1_000_003n))
  return new Map<Asset, Holding[]>([
    ['ALEO', [holdingOf('ann', 50_250_000n), holdingOf('ben', 7_000_000n), ...others]],
    ['USDT', [holdingOf('ann', 3_000_000n), ...others.slice(0, 9)]],
  ])
}

/** The proof of a day as the service makes it, from given holdings. */
export async function proveDay(
  day: string,
  holdings: ReadonlyMap<Asset, readonly Holding[]>,
  { before, sequence = 1n }: { before?: ProvenDay | undefined; sequence?: bigint } = {},
): Promise<ProvenDay> {
  const trees = await buildTrees(holdings, { pepper: secret, day })
  const facts = {
    day,
    taken: `${day}T05:05:00.000Z`,
    head: { sequence, hash: sequence.toString(16).padStart(64, 'a') },
    previous: before ? statementHash(before.signed.statement) : '0'.repeat(64),
    assets: trees.map(summaryOf),
  }
  return { facts, trees, signed: signStatement(facts, secret) }
}

/** The file of a user in the proof of a day. */
export function fileOf({ facts, signed, trees }: ProvenDay, name: string): ProofFile {
  const branches = trees.flatMap(({ asset, tree, holdings, positions }): ProofFile['branches'] => {
    const place = holdings.findIndex(({ userId }) => userId === `id-${name}`)
    const [holding, position = -1] = [holdings[place], positions[place]]
    if (!holding) return []
    const siblings = tree.slice(0, -1).map((level, height) => {
      const { hash = '', units = 0n } = level[(position >> height) ^ 1] ?? {}
      return { hash, units: String(units) }
    })
    const { available, frozen, withdrawing, balance } = holding.parts
    const parts = {
      available: String(available),
      frozen: String(frozen),
      withdrawing: String(withdrawing),
      balance: String(balance),
    }
    const salt = saltOf(secret, { userId: holding.userId, day: facts.day, asset })
    return [{ asset, units: String(holding.units), parts, salt, position, siblings }]
  })
  return { format: 'proof-of-liabilities/1', ...signed, account: `${name}@example.com`, branches }
}
