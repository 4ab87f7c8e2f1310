/** How receipts of a network change when its blocks are read again. */

/** Polls that have to agree before a receipt changes state, because nodes behind one address may be at different heads. */
export const POLLS_TO_AGREE = 2

/** Position of a transfer on a chain. */
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

/** A receipt with its new state. */
export interface EvaluatedReceipt<K extends Known> {
  readonly was: K
  readonly place: Place
  readonly state: ReceiptState
  readonly agreed: number
  readonly missed: number
}

type Key = Pick<Place, 'transactionId' | 'logIndex'>
export const keyOf = ({ transactionId, logIndex }: Key): string => `${transactionId}/${logIndex}`

/** A transaction that moved to another block has new log indexes and is still the same. */
const isSame = (one: Known, other: Found): boolean =>
  one.transactionId === other.transactionId &&
  one.deposit === other.deposit &&
  one.token === other.token &&
  one.value === other.value

const isEnded = ({ state }: Known): boolean => state === 'confirmed' || state === 'refused'

/**
 * Pairs known receipts with found ones, first by position, then by what they move. A found transfer at a known position that moves
 * something else replaces the known one, unless that is final.
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

/** The new state of a receipt that was found again. Confirmed and refused ones keep their state. */
export function evaluateFound<K extends Known>(was: K, found: Found): EvaluatedReceipt<K> {
  const { transactionId, logIndex, block, blockHash } = found
  const place = { transactionId, logIndex, block, blockHash }
  const isThere = was.blockHash === blockHash && was.logIndex === logIndex && was.state === 'seen'
  const state = was.state === 'vanished' ? 'seen' : was.state
  return { was, place, state, agreed: isThere ? was.agreed + 1 : 1, missed: 0 }
}

/** The new state of a receipt that was not found: it vanishes only when its block was replaced and polls agree on that. */
export function evaluateLost<K extends Known>(was: K, isReplaced: boolean): EvaluatedReceipt<K> {
  const unchanged = { was, place: was, state: was.state, agreed: 0, missed: was.missed }
  if (was.state !== 'seen' || !isReplaced) return unchanged
  const missed = was.missed + 1
  return { ...unchanged, missed, state: missed >= POLLS_TO_AGREE ? 'vanished' : 'seen' }
}

/** How far a network was read: blocks before `next` twice with the same result, up to the mark once. */
export interface Reach {
  readonly next: bigint
  readonly mark: { readonly block: bigint; readonly hash: string }
}

export interface PollRead {
  /** The last block of a poll that began at or before `next`; it may end before the mark. */
  readonly upTo: bigint
  /** The hash of that block; undefined when the node did not return it. */
  readonly hash: string | undefined
  /** Whether the block at the mark has still the same hash. */
  readonly isAgreed: boolean
}

/** How far a network was read after another poll. */
export function advance({ next, mark }: Reach, { upTo, hash, isAgreed }: PollRead): Reach {
  // Stryker disable next-line EqualityOperator: of two that are equal either is the same
  const agreed = mark.block < upTo ? mark.block : upTo
  const isFurther = hash !== undefined && (upTo > mark.block || !isAgreed)
  return {
    next: isAgreed && agreed >= next ? agreed + 1n : next,
    mark: isFurther ? { block: upTo, hash } : mark,
  }
}

/** Confirmations of a block, its own included. */
export const depthOf = (block: bigint, head: bigint): bigint => (head < block ? 0n : head - block + 1n)

/** Whether a receipt is in a block that can no longer be taken back, and enough polls agree on it. */
export const isFinal = (
  { state, agreed, place }: Pick<EvaluatedReceipt<Known>, 'state' | 'agreed' | 'place'>,
  finalBlock: bigint,
): boolean => state === 'seen' && agreed >= POLLS_TO_AGREE && place.block <= finalBlock

/** Converts a token's units into the ledger's, rounded down, so that never more is credited than arrived. */
export function ledgerUnits(value: bigint, decimals: { token: number; ledger: number }): bigint {
  const more = decimals.token - decimals.ledger
  // Stryker disable next-line EqualityOperator: as many places are a division or a multiplication by one
  return more >= 0 ? value / 10n ** BigInt(more) : value * 10n ** BigInt(-more)
}

/** Interval between two comparisons of an address: a quarter of its age, at least a minute and at most 30 days. */
const MIN_INTERVAL_MS = 60_000
const MAX_INTERVAL_MS = 30 * 86_400_000
const AGE_SHARE = 4
/** Interval while there is a difference: each minute in the first ten, then each ten minutes. */
const DIFFERING_MS = 60_000
const DIFFERING_LATER_MS = 600_000
/** Interval after a node has not returned a balance. */
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
  /** Amount that the address holds and no receipt explains. */
  readonly missing: bigint
  readonly agreedBlock: bigint | null
  readonly differsSince: number | null
  readonly dueAt: number
}

interface Answer {
  /** Balance after a block, in the token's smallest units. */
  readonly held: bigint
  readonly block: bigint
  readonly now: number
}

/** Compares the balance of an address after a block with the expected one. */
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
