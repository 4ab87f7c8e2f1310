import type { ProofFile, SignedStatement } from '#lib/contract/proofs.ts'
import type { Asset } from '#lib/money/coins.ts'
import type { ProofAsset, ProofStatement } from '#lib/rules/proofs.ts'
import { leafHash, parentOf, type TreeNode } from '#service/money/proofs/hashes.ts'
import { signStatement } from '#service/money/proofs/prove.ts'
import { fileOf, holdingOf, type ProvenDay, proveDay, secret, someHoldings } from './proofs.ts'

/** Seeded faults of proofs: each changes a balance, or hides that one was changed. */

export interface Evidence {
  /** The user's file: JSON, or a text in place of it. */
  file: ProofFile | string
  days: SignedStatement[]
}
export interface FaultCase {
  readonly what: string
  /** Text of verify.py. */
  readonly says: RegExp
  /** Options of verify.py without which nobody could find it: facts that only the user knows. */
  readonly options?: readonly string[]
  readonly make: (ground: Proofs) => Evidence | Promise<Evidence>
}
export interface Proofs {
  readonly first: ProvenDay
  readonly second: ProvenDay
}

export const DAY = '2026-11-20'
const NEXT = '2026-11-21'
export const openProofs = async (): Promise<Proofs> => {
  const first = await proveDay(DAY, someHoldings(), { sequence: 40n })
  return { first, second: await proveDay(NEXT, someHoldings(), { before: first, sequence: 57n }) }
}
export const control = ({ first, second }: Proofs): { file: ProofFile; days: SignedStatement[] } => ({
  file: fileOf(second, 'ann'),
  days: [second.signed, first.signed],
})

/** The control with Ann's first branch, of ALEO, changed. */
export const branched =
  (change: (branch: Record<string, unknown> & ProofFile['branches'][number], file: ProofFile) => object) =>
  (ground: Proofs): Evidence => {
    const { file, days } = control(ground)
    const [aleo, ...others] = file.branches
    if (!aleo) throw new Error('no branch')
    return { days, file: { ...file, branches: [{ ...aleo, ...change({ ...aleo }, file) }, ...others] } }
  }

/** The second day signed again by the service with other facts, published and in Ann's file. */
export const signedAgain =
  (change: (facts: ProofStatement) => Partial<ProofStatement>) =>
  ({ first, second }: Proofs): Evidence => {
    const signed = signStatement({ ...second.facts, ...change(second.facts) }, secret)
    return { file: { ...fileOf(second, 'ann'), ...signed }, days: [signed, first.signed] }
  }
export const withAsset = (facts: ProofStatement, name: string, change: (one: ProofAsset) => Partial<ProofAsset>) => ({
  assets: facts.assets.map((one) => (one.asset === name ? { ...one, ...change(one) } : one)),
})

/** The second day as a service proves it whose books are not those that it tells. */
const proven =
  (change: (holdings: ReturnType<typeof someHoldings>) => void, name = 'ann') =>
  async ({ first }: Proofs): Promise<Evidence> => {
    const holdings = someHoldings()
    change(holdings)
    const second = await proveDay(NEXT, holdings, { before: first, sequence: 57n })
    return { file: fileOf(second, name), days: [second.signed, first.signed] }
  }

/** A tree in which the neighbour of Ann's leaf is below zero by what the sum shall be too low. */
async function negativePadding({ first, second }: Proofs): Promise<Evidence> {
  const file = fileOf(second, 'ann')
  const [aleo, ...others] = file.branches
  if (!aleo) throw new Error('no branch')
  const siblings = aleo.siblings.map((one, level) => (level === 0 ? { ...one, units: '-5000000' } : one))
  const units = BigInt(aleo.units)
  const leaf: TreeNode = { hash: leafHash({ ...aleo, day: NEXT, account: file.account, units }), units }
  const root = siblings.reduce((node, { hash, units: sum }, level) => {
    const sibling = { hash, units: BigInt(sum) }
    return (aleo.position >> level) % 2 ? parentOf(sibling, node) : parentOf(node, sibling)
  }, leaf)
  const facts = withAsset(second.facts, 'ALEO', () => ({ root: root.hash, units: root.units }))
  const signed = signStatement({ ...second.facts, ...facts }, secret)
  return { file: { ...file, ...signed, branches: [{ ...aleo, siblings }, ...others] }, days: [signed, first.signed] }
}

const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
/** The signature with its scalar raised by the order of the group: the equation still holds. */
function malleable(signature: string): string {
  const bytes = Buffer.from(signature, 'hex')
  let scalar = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`) + ORDER
  for (let at = 32; at < 64; at += 1, scalar >>= 8n) bytes[at] = Number(scalar & 0xffn)
  return bytes.toString('hex')
}

const drop = (list: { account: string }[] | undefined, name: string) =>
  list?.splice(
    list.findIndex(({ account }) => account === `${name}@example.com`),
    1,
  )
const lower = (holdings: ReturnType<typeof someHoldings>, asset: Asset, name: string, units: bigint) => {
  drop(holdings.get(asset), name)
  holdings.get(asset)?.push(holdingOf(name, units))
}

/** Faults that whoever has the files finds, without knowing more. */
export const plainFaults: readonly FaultCase[] = [
  {
    what: 'a user who is left out of all trees',
    says: /no balance at all: ann@example.com is not in the proof/,
    make: proven((holdings) => {
      for (const list of holdings.values()) drop(list, 'ann')
    }),
  },
  {
    what: 'a user who is left out, with the branch of another leaf',
    says: /your balance of ALEO is not in the root/,
    async make(ground) {
      const evidence = await proven((holdings) => drop(holdings.get('ALEO'), 'ann'), 'ben')(ground)
      const { branches } = evidence.file as ProofFile
      const own = fileOf(ground.second, 'ann')
      const forged = { ...branches[0], units: '50250000', parts: own.branches[0]?.parts, salt: own.branches[0]?.salt }
      const file = { ...(evidence.file as ProofFile), account: own.account, branches: [forged] } as ProofFile
      return { ...evidence, file }
    },
  },
  {
    what: 'a balance that is higher in the file than in the tree',
    says: /your balance of ALEO is not in the root/,
    async make(ground) {
      const evidence = await proven((holdings) => lower(holdings, 'ALEO', 'ann', 1_000_000n))(ground)
      const file = evidence.file as ProofFile
      const parts = { available: '50250000', frozen: '0', withdrawing: '0', balance: '0' }
      const branches = file.branches.map((one) => (one.asset === 'ALEO' ? { ...one, units: '50250000', parts } : one))
      return { ...evidence, file: { ...file, branches } }
    },
  },
  {
    what: 'parts that are not the sum',
    says: /parts of your balance of ALEO are not its sum/,
    make: branched(({ parts }) => ({ parts: { ...parts, frozen: '1' } })),
  },
  {
    what: 'a part below zero',
    says: /never below zero/,
    make: branched(({ parts }) => ({ parts: { ...parts, available: '50250001', frozen: '-1' } })),
  },
  {
    what: 'a negative padding leaf',
    says: /sum of a sibling in ALEO is '-5000000'.* never below zero/,
    make: negativePadding,
  },
  {
    what: 'sums that are swapped between two siblings',
    says: /your balance of ALEO is not in the root/,
    make: branched(({ siblings }) => {
      const [low, high] = [siblings.at(-2), siblings.at(-1)]
      const swapped = [
        { ...low, units: high?.units },
        { ...high, units: low?.units },
      ]
      return { siblings: [...siblings.slice(0, -2), ...swapped] }
    }),
  },
  {
    what: 'siblings in another order',
    says: /your balance of ALEO is not in the root/,
    make: branched(({ siblings }) => ({ siblings: [...siblings].reverse() })),
  },
  {
    what: 'a sibling with a lower sum',
    says: /your balance of ALEO is not in the root/,
    make: branched(({ siblings }) => ({
      siblings: siblings.map((one, at) => (at === 9 ? { ...one, units: String(BigInt(one.units) - 1n) } : one)),
    })),
  },
  {
    what: 'a root with a lower sum',
    says: /your balance of ALEO is not in the root/,
    make: signedAgain((facts) => withAsset(facts, 'ALEO', ({ units }) => ({ units: units - 1_000_000n }))),
  },
  {
    what: 'the root of another asset',
    says: /your balance of ALEO is not in the root/,
    make: signedAgain((facts) => {
      const { root = '' } = facts.assets.find(({ asset }) => asset === 'USDT') ?? {}
      return withAsset(facts, 'ALEO', () => ({ root }))
    }),
  },
  {
    what: 'a balance of one asset that is shown as another',
    says: /your balance of USDT is not in the root/,
    make: branched(() => ({ asset: 'USDT' })),
  },
  {
    what: 'an asset that the statement lacks',
    says: /an asset that the statement does not have/,
    make: signedAgain(({ assets }) => ({ assets: assets.filter(({ asset }) => asset !== 'USDT') })),
  },
  {
    what: 'a balance that stands twice in the file',
    says: /two balances of ALEO/,
    make(ground) {
      const { file, days } = control(ground)
      return { days, file: { ...file, branches: [...file.branches, ...file.branches.slice(0, 1)] } }
    },
  },
  {
    what: 'a changed salt',
    says: /your balance of ALEO is not in the root/,
    make: branched(({ salt }) => ({ salt: `${salt.startsWith('0') ? '1' : '0'}${salt.slice(1)}` })),
  },
  {
    what: 'the leaf of another account',
    says: /your balance of ALEO is not in the root/,
    make({ first, second }) {
      const file = { ...fileOf(second, 'ben'), account: 'ann@example.com' }
      return { file, days: [second.signed, first.signed] }
    },
  },
  {
    what: 'another position',
    says: /your balance of ALEO is not in the root/,
    make: branched(({ position }) => ({ position: position ^ 1 })),
  },
  {
    what: 'a position outside the tree',
    says: /not as long as its tree is deep/,
    make: branched(({ position }) => ({ position: position + 1024 })),
  },
  {
    what: 'a branch that is too short',
    says: /not as long as its tree is deep/,
    make: branched(({ siblings }) => ({ siblings: siblings.slice(1) })),
  },
  {
    what: 'a balance that is no plain number',
    says: /is no amount/,
    make: branched(() => ({ units: '5025e4' })),
  },
  {
    what: "an old day's branch under the new statement",
    says: /your balance of ALEO is not in the root/,
    make: ({ first, second }) => ({
      file: { ...fileOf(first, 'ann'), ...second.signed },
      days: [second.signed, first.signed],
    }),
  },
  {
    what: "an old day's file",
    says: /your file is of 2026-11-20, not of 2026-11-21/,
    make: ({ first, second }) => ({ file: fileOf(first, 'ann'), days: [second.signed, first.signed] }),
  },
  {
    what: 'a head that was changed after the signature',
    says: /not signed by the key beside it/,
    make(ground) {
      const { file, days } = control(ground)
      return { days, file: { ...file, statement: file.statement.replace('head 57', 'head 58') } }
    },
  },
  {
    what: 'a head that goes back',
    says: /head of 2026-11-21 is older than that of 2026-11-20/,
    make: signedAgain(({ head }) => ({ head: { ...head, sequence: 39n } })),
  },
  {
    what: 'a head of the same number with another hash',
    says: /has the number of 2026-11-20 and another hash/,
    make: signedAgain(({ head }) => ({ head: { ...head, sequence: 40n } })),
  },
  {
    what: 'another signed statement for this user alone',
    says: /not the published one of 2026-11-21/,
    async make(ground) {
      const evidence = await proven((holdings) => drop(holdings.get('ALEO'), 'ben'))(ground)
      return { file: evidence.file, days: control(ground).days }
    },
  },
  {
    what: 'an earlier statement that was changed later',
    says: /does not follow the one of 2026-11-20: a day was changed or removed/,
    make(ground) {
      const { file, days } = control(ground)
      const changed = withAsset(ground.first.facts, 'ALEO', ({ units }) => ({ units: units - 1n }))
      return { file, days: [days[0] as SignedStatement, signStatement({ ...ground.first.facts, ...changed }, secret)] }
    },
  },
  {
    what: 'a day that was removed',
    says: /a day was changed or removed/,
    async make({ first, second }) {
      const third = await proveDay('2026-11-22', someHoldings(), { before: second, sequence: 60n })
      return { file: fileOf(third, 'ann'), days: [third.signed, first.signed] }
    },
  },
  {
    what: 'a new key for the newest day',
    says: /signed by another key than the newest/,
    make({ first, second }) {
      const signed = signStatement(second.facts, `${secret}, changed`)
      return { file: { ...fileOf(second, 'ann'), ...signed }, days: [signed, first.signed] }
    },
  },
  {
    what: 'a signature that was made from another',
    says: /not signed by the key beside it/,
    make({ first, second }) {
      const signed = { ...second.signed, signature: malleable(second.signed.signature) }
      return { file: { ...fileOf(second, 'ann'), ...signed }, days: [signed, first.signed] }
    },
  },
  {
    what: 'a statement with two trees of one asset',
    says: /two trees of ALEO/,
    make: signedAgain(({ assets }) => ({ assets: [...assets, ...assets.slice(0, 1)] })),
  },
  {
    what: 'an account with lines of its own',
    says: /names no account/,
    make(ground) {
      const { file, days } = control(ground)
      return { days, file: { ...file, account: 'ann@example.com\n0' } }
    },
  },
]

/** Faults that are consistent in themselves: only what the user or another user knows finds them. */
export const knownFaults: readonly FaultCase[] = [
  {
    what: 'a balance that is lowered in the tree, the sums and the file',
    says: /you expected 50.25 ALEO, the proof has 50.249999/,
    options: ['--expect', 'ALEO=50.25'],
    make: proven((holdings) => lower(holdings, 'ALEO', 'ann', 50_249_999n)),
  },
  {
    what: 'one asset of a user that is left out',
    says: /you expected 3.0 USDT, the proof has none/,
    options: ['--expect', 'USDT=3.0'],
    make: proven((holdings) => drop(holdings.get('USDT'), 'ann')),
  },
  {
    what: "somebody else's file",
    says: /file is of the account ben@example.com, not of ann@example.com/,
    options: ['--account', 'ann@example.com'],
    make: (ground) => ({ ...control(ground), file: fileOf(ground.second, 'ben') }),
  },
  {
    what: 'a whole history under another key',
    says: /not by the key that you gave/,
    options: ['--key', 'a'.repeat(64)],
    make: control,
  },
]
