/** What becomes of the receipts of a network when its blocks have been read once more. */

/** Rounds that have to say the same before anything follows from it: nodes behind one address are not all as far. */
export const ROUNDS_TO_AGREE = 2

/** Where a transfer stands on a chain. */
export interface Place {
  readonly transactionId: string
  readonly logIndex: number
  readonly block: bigint
  readonly blockHash: string
}

interface Moved {
  readonly deposit: number
  readonly token: string
  readonly value: bigint
}

const receiptStates = ['seen', 'confirmed', 'vanished', 'refused'] as const
export type ReceiptState = (typeof receiptStates)[number]

export interface Known extends Place, Moved {
  readonly state: ReceiptState
  readonly agreed: number
  readonly missed: number
}

export type Found = Place & Moved

/** A receipt as it is to be kept from now on. */
export interface Judged<K extends Known> {
  readonly was: K
  readonly place: Place
  readonly state: ReceiptState
  readonly agreed: number
  readonly missed: number
}

type Key = Pick<Place, 'transactionId' | 'logIndex'>
export const keyOf = ({ transactionId, logIndex }: Key): string => `${transactionId}/${logIndex}`

/** A transaction that another block has taken in has its transfers at other places, and is the same one. */
const isSame = (one: Known, other: Found): boolean =>
  one.transactionId === other.transactionId &&
  one.deposit === other.deposit &&
  one.token === other.token &&
  one.value === other.value

const isEnded = ({ state }: Known): boolean => state === 'confirmed' || state === 'refused'

/**
 * Pairs what is known with what was found: by its place, and what is left over by what it moves. What stands in a known place and
 * moves something else contradicts what was told before: it takes its place, unless that is final.
 */
export function pair<K extends Known, F extends Found>(known: readonly K[], found: readonly F[]) {
  const rest = new Map(found.map((one) => [keyOf(one), one]))
  const pairs = new Map<K, F>()
  const take = (one: K, other: F | undefined) => {
    if (!other || !isSame(one, other)) return
    pairs.set(one, other)
    rest.delete(keyOf(other))
  }
  for (const one of known) take(one, rest.get(keyOf(one)))
  for (const one of known)
    if (!pairs.has(one))
      take(
        one,
        [...rest.values()].find((other) => isSame(one, other)),
      )
  const others = known.filter((one) => !pairs.has(one))
  const contradicted = others.filter((one) => !isEnded(one) && rest.has(keyOf(one)))
  for (const one of others) if (isEnded(one)) rest.delete(keyOf(one))
  return { pairs, fresh: [...rest.values()], lost: others.filter((one) => !contradicted.includes(one)), contradicted }
}

/** What was found again. What is final stays so, wherever it stands; what an operator has refused stays refused. */
export function judgeFound<K extends Known>(was: K, found: Found): Judged<K> {
  const { transactionId, logIndex, block, blockHash } = found
  const place = { transactionId, logIndex, block, blockHash }
  const isThere = was.blockHash === blockHash && was.logIndex === logIndex && was.state === 'seen'
  const state = was.state === 'vanished' ? 'seen' : was.state
  return { was, place, state, agreed: isThere ? was.agreed + 1 : 1, missed: 0 }
}

/** What was not found. It is taken back only when another block stands in the place of its own, and rounds agree on that. */
export function judgeLost<K extends Known>(was: K, isReplaced: boolean): Judged<K> {
  const kept = { was, place: was, state: was.state, agreed: 0, missed: was.missed }
  if (was.state !== 'seen' || !isReplaced) return kept
  const missed = was.missed + 1
  return { ...kept, missed, state: missed >= ROUNDS_TO_AGREE ? 'vanished' : 'seen' }
}

/** How far a network was read: blocks before `next` twice and alike, up to the mark once. */
export interface Reach {
  readonly next: bigint
  readonly mark: { readonly block: bigint; readonly hash: string }
}

export interface RoundRead {
  /** The last block of a round that began at or before `next`; it may end before the mark. */
  readonly upTo: bigint
  /** The hash of that block; undefined when the node did not tell it. */
  readonly hash: string | undefined
  /** Whether the block at the mark is still the one that it was. */
  readonly isAgreed: boolean
}

/** How far a network was read after one more round. */
export function advance({ next, mark }: Reach, { upTo, hash, isAgreed }: RoundRead): Reach {
  // Stryker disable next-line EqualityOperator: of two that are equal either is the same
  const agreed = mark.block < upTo ? mark.block : upTo
  const isFurther = hash !== undefined && (upTo > mark.block || !isAgreed)
  return {
    next: isAgreed && agreed >= next ? agreed + 1n : next,
    mark: isFurther ? { block: upTo, hash } : mark,
  }
}

/** How many blocks hold a transfer, its own included. */
export const depthOf = (block: bigint, head: bigint): bigint => (head < block ? 0n : head - block + 1n)

/** Whether a receipt can be taken for final. */
export const isDeep = (
  { state, agreed, place }: Pick<Judged<Known>, 'state' | 'agreed' | 'place'>,
  { head, confirmations }: { head: bigint; confirmations: number },
): boolean => state === 'seen' && agreed >= ROUNDS_TO_AGREE && depthOf(place.block, head) >= BigInt(confirmations)

/** Units of the ledger for those of a token. What is less than the ledger's smallest unit is left out: nobody is credited more than came. */
export function ledgerUnits(value: bigint, decimals: { token: number; ledger: number }): bigint {
  const more = decimals.token - decimals.ledger
  // Stryker disable next-line EqualityOperator: as many places are a division or a multiplication by one
  return more >= 0 ? value / 10n ** BigInt(more) : value * 10n ** BigInt(-more)
}

/** When an address is compared again: at first each minute, then later the longer it has been open, and never not at all. */
const MIN_INTERVAL_MS = 60_000
const MAX_INTERVAL_MS = 30 * 86_400_000
const AGE_SHARE = 4
/** While something is missing: each minute for ten, then each ten. */
const DIFFERING_MS = 60_000
const DIFFERING_LATER_MS = 600_000
/** After a node has not told a balance. */
export const UNANSWERED_MS = 60_000

export interface Compared {
  readonly openedAt: number
  readonly expected: bigint
  readonly accepted: bigint
  readonly agreedBlock: bigint | null
  readonly differsSince: number | null
}

export interface Comparison {
  readonly held: bigint
  /** What lies there and is not known of. */
  readonly missing: bigint
  readonly agreedBlock: bigint | null
  readonly differsSince: number | null
  readonly dueAt: number
}

interface Answer {
  /** What it holds after a block, in the token's smallest units. */
  readonly held: bigint
  readonly block: bigint
  readonly now: number
}

/** What an address holds after a block against what should lie there. */
export function compare(one: Compared, { held, block, now }: Answer): Comparison {
  const difference = held - one.expected - one.accepted
  if (difference === 0n) {
    const interval = Math.min(Math.max((now - one.openedAt) / AGE_SHARE, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
    return { held, missing: 0n, agreedBlock: block, differsSince: null, dueAt: now + interval }
  }
  const differsSince = one.differsSince ?? now
  const interval = now - differsSince < DIFFERING_LATER_MS ? DIFFERING_MS : DIFFERING_LATER_MS
  // Stryker disable next-line EqualityOperator: there is a difference
  const missing = difference > 0n ? difference : 0n
  return { held, missing, agreedBlock: one.agreedBlock, differsSince, dueAt: now + interval }
}
