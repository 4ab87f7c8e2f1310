/** The signed statement of a day's proof of liabilities (docs/guides/proofs.md). */

/** First line of every statement, and part of every leaf. */
export const PROOF_FORMAT = 'proof-of-liabilities/1'
/** Days whose branches users can download. */
export const BRANCH_DAYS = 31

/** Root of the tree of one asset. */
export interface ProofAsset {
  readonly asset: string
  readonly decimals: number
  /** Levels between a leaf and the root: the tree has 2^depth leaves. */
  readonly depth: number
  /** Sum of all balances, in the smallest unit. */
  readonly units: bigint
  readonly root: string
}

export interface ProofStatement {
  /** The last settled UTC day. */
  readonly day: string
  /** Moment of the balances, ISO 8601 in UTC. */
  readonly taken: string
  readonly head: { readonly sequence: bigint; readonly hash: string }
  /** SHA-256 of the statement before; zeros for the first. */
  readonly previous: string
  /** By name. */
  readonly assets: readonly ProofAsset[]
}

/** The text that is signed, a line each fact. */
export const statementText = ({ day, taken, head, previous, assets }: ProofStatement): string =>
  [
    PROOF_FORMAT,
    `day ${day}`,
    `taken ${taken}`,
    `head ${head.sequence} ${head.hash}`,
    `previous ${previous}`,
    ...assets.map((one) => `asset ${one.asset} ${one.decimals} ${one.depth} ${one.units} ${one.root}`),
    '',
  ].join('\n')

const HASH = '([0-9a-f]{64})'
const NUMBER = '(0|[1-9]\\d{0,38})'
const start = new RegExp(
  `^${PROOF_FORMAT}\\nday (\\d{4}-\\d\\d-\\d\\d)\\ntaken (\\d{4}-\\d\\d-\\d\\dT[\\d:.]{12}Z)\\nhead ${NUMBER} ${HASH}\\nprevious ${HASH}\\n`,
)
const line = new RegExp(`^asset ([A-Z0-9]{1,16}) (\\d{1,2}) (\\d{1,2}) ${NUMBER} ${HASH}$`)

/** The facts of a statement; undefined for a text that is none. */
export function parseStatement(text: string): ProofStatement | undefined {
  const found = start.exec(text)
  if (!found || !text.endsWith('\n')) return
  const [whole, day = '', taken = '', sequence = '', hash = '', previous = ''] = found
  const rest = text.slice(whole.length, -1)
  const assets: ProofAsset[] = []
  for (const one of rest === '' ? [] : rest.split('\n')) {
    const [, asset = '', decimals, depth, units = '', root = ''] = line.exec(one) ?? []
    if (!asset) return
    assets.push({ asset, decimals: Number(decimals), depth: Number(depth), units: BigInt(units), root })
  }
  return { day, taken, head: { sequence: BigInt(sequence), hash }, previous, assets }
}
