import { atom, computed } from 'nanostores'
import { type Coin, decimalsOf, fromUnits, toUnits } from '#lib/money/coins.ts'
import { ambiguousReadings, parseDecimal } from '#lib/money/parse-amount.ts'
import { withdrawalRefusal } from '#lib/rules/withdrawals.ts'
import { truncate } from '#lib/text/decimal.ts'
import { $wallets } from '../wallets/store.ts'
import { $fees, $overview } from './store.ts'

/** A withdrawal being entered. Amount and received amount depend on each other: the last edited one decides. */
export interface Draft {
  coin: Coin
  /** Text of the field that was edited last. */
  text: string
  edited: 'amount' | 'receive'
  walletId: string | undefined
}

export const $draft = atom<Draft>({ coin: 'ALEO', text: '', edited: 'amount', walletId: undefined })

export const editDraft = (part: Partial<Draft>): void => $draft.set({ ...$draft.get(), ...part })

/** Another coin has other addresses and another balance: the old input is cleared. */
export const chooseCoin = (coin: Coin): void => $draft.set({ coin, text: '', edited: 'amount', walletId: undefined })

/** Decimals of displayed amounts (SPEC-9.28): the offered maximum is the displayed one. */
const SHOWN_PLACES = 4

type TypedAmountError = 'AMOUNT_EMPTY' | 'AMOUNT_WRONG' | 'AMOUNT_AMBIGUOUS' | 'AMOUNT_PLACES'

const MAX_DIGITS = 20

/** Smallest units of the typed amount, or its validation error. */
export function unitsOf(text: string, coin: Coin): bigint | TypedAmountError {
  if (text.trim() === '') return 'AMOUNT_EMPTY'
  if (ambiguousReadings(text)) return 'AMOUNT_AMBIGUOUS'
  const [whole, fraction = ''] = parseDecimal(text)?.split('.') ?? []
  if (whole === undefined || whole.length > MAX_DIGITS) return 'AMOUNT_WRONG'
  if (fraction.length > decimalsOf[coin]) return 'AMOUNT_PLACES'
  return toUnits(fraction ? `${whole}.${fraction}` : whole, coin)
}

export type DraftError = TypedAmountError | 'WALLET_NEEDED' | NonNullable<ReturnType<typeof withdrawalRefusal>>

/** All values derived from the draft and the service's replies. */
export const $quote = computed([$draft, $wallets, $fees, $overview], (draft, wallets, fees, overview) => {
  const { coin, text, edited, walletId } = draft
  const list = (wallets.data?.groups ?? [])
    .filter(({ currencyCode }) => currencyCode === coin)
    .flatMap((group) => group.list)
  const wallet = list.find(({ _id }) => _id === walletId) ?? (walletId === undefined ? list[0] : undefined)
  const offers = (fees.data?.list ?? []).filter(({ currencyCode }) => currencyCode === coin)
  const offer = offers.find(({ chainCode }) => chainCode === wallet?.chainCode) ?? offers[0]
  const money = overview.data?.coins.find(({ currencyCode }) => currencyCode === coin)
  const fee = offer ? toUnits(offer.fee, coin) : undefined
  const typed = unitsOf(text, coin)
  const isTyped = typeof typed === 'bigint'
  const amount = !isTyped || fee === undefined ? undefined : edited === 'amount' ? typed : typed + fee
  const receive = amount === undefined || fee === undefined || amount <= fee ? undefined : amount - fee
  const available = money ? toUnits(money.balance, coin) : 0n
  const now = overview.data?.serverTime ?? 0
  const smallUsed = money?.smallFrom != null && money.smallFrom > now
  const refusal =
    amount === undefined || fee === undefined
      ? undefined
      : withdrawalRefusal({ coin, amount, fee }, { available, smallUsed })
  const error: DraftError | undefined = isTyped ? (refusal ?? (wallet ? undefined : 'WALLET_NEEDED')) : typed
  const written = (units: bigint | undefined) => (units === undefined ? '' : fromUnits(units, coin))
  return {
    coin,
    wallets: list,
    wallet,
    offer,
    available: fromUnits(available, coin),
    /** The maximum as displayed, rounded down, so that it is always available. */
    max: fromUnits(toUnits(truncate(fromUnits(available, coin), SHOWN_PLACES), coin), coin),
    amount: amount === undefined ? undefined : fromUnits(amount, coin),
    receive: receive === undefined ? undefined : fromUnits(receive, coin),
    fields: {
      amount: edited === 'amount' ? text : written(amount),
      receive: edited === 'receive' ? text : written(receive),
    },
    smallFrom: smallUsed ? (money?.smallFrom ?? null) : null,
    /** The latest end of its holds; null without one. */
    holdUntil: Math.max(wallet?.holdUntil ?? 0, overview.data?.holdUntil ?? 0) || null,
    error,
    /** The field of the validation error. */
    errorField: isTyped || typed === 'AMOUNT_EMPTY' ? ('amount' as const) : edited,
  }
})

export type Quote = ReturnType<typeof $quote.get>
