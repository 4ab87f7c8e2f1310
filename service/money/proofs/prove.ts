import { setImmediate } from 'node:timers/promises'
import type { SignedStatement } from '#lib/contract/proofs.ts'
import { type Asset, decimalsOf } from '#lib/money/coins.ts'
import { type ProofAsset, type ProofStatement, statementText } from '#lib/rules/proofs.ts'
import { leafHash, saltOf, type TreeNode } from './hashes.ts'
import type { Holding, Liabilities } from './liabilities.ts'
import { signingKey } from './signing-key.ts'
import { buildTree, type Tree } from './tree.ts'

const BATCH = 2_000

export interface AssetTree {
  readonly asset: Asset
  readonly tree: Tree
  readonly holdings: readonly Holding[]
  /** Place of each holding among the leaves. */
  readonly positions: readonly number[]
}

async function treeOf(
  holdings: readonly Holding[],
  { pepper, day, asset }: { pepper: string; day: string; asset: Asset },
): Promise<AssetTree> {
  const leaves: TreeNode[] = []
  for (const { userId, account, units } of holdings) {
    const salt = saltOf(pepper, { userId, day, asset })
    leaves.push({ hash: leafHash({ day, asset, account, units, salt }), units })
    if (leaves.length % BATCH === 0) await setImmediate()
  }
  const tree = await buildTree(leaves)
  const places = new Map(tree[0]?.map(({ hash }, position) => [hash, position]))
  return { asset, tree, holdings, positions: leaves.map(({ hash }) => places.get(hash) ?? -1) }
}

/** The trees of a day, one for each asset. */
export async function buildTrees(
  holdings: Liabilities['holdings'],
  of: { pepper: string; day: string },
): Promise<AssetTree[]> {
  const trees: AssetTree[] = []
  for (const [asset, list] of holdings) trees.push(await treeOf(list, { ...of, asset }))
  return trees
}

/** The facts of a tree that are signed. */
export function summaryOf({ asset, tree }: AssetTree): ProofAsset {
  const { hash: root, units } = tree.at(-1)?.[0] ?? { hash: '', units: 0n }
  return { asset, decimals: decimalsOf[asset], depth: tree.length - 1, units, root }
}

export function signStatement(facts: ProofStatement, pepper: string): SignedStatement {
  const key = signingKey(pepper)
  const statement = statementText(facts)
  return { statement, signature: key.sign(statement), key: key.publicKey }
}
