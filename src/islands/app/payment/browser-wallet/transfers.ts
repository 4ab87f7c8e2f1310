import { atom } from 'nanostores'
import { remember, remembered } from '#lib/session/storage.ts'
import type { WalletPayment } from './payment.ts'

/**
 * Transfers that wallets of this browser were asked for, so that nobody is led to pay twice. They are no proof of payment: the service
 * knows nothing of them.
 */

export interface RequestedTransfer {
  /** The id of the order or the recharge: several may share an address. */
  payment: string
  /** In USDT. */
  amount: string
  /** The wallet's name for its owner. */
  wallet: string
  /** Unix seconds. */
  at: number
  /** Undefined while the wallet has not said that it was sent. */
  id?: string
}

const KEY = 'walletTransfers'
const MAX_KEPT = 20

const isTransfer = (value: unknown): value is RequestedTransfer => {
  const { payment, amount, wallet, at, id } = (value ?? {}) as Partial<Record<keyof RequestedTransfer, unknown>>
  const texts = [payment, amount, wallet].every((text) => typeof text === 'string')
  return texts && typeof at === 'number' && (id === undefined || typeof id === 'string')
}

function read(): readonly RequestedTransfer[] {
  try {
    const list: unknown = JSON.parse(remembered(KEY) ?? '[]')
    return Array.isArray(list) ? list.filter(isTransfer) : []
  } catch {
    return []
  }
}

/** The newest last. Other tabs may ask too: it is read again whenever it counts. */
export const $transfers = atom(read())

/** The last transfer for a payment that the service has not seen yet. */
export function openTransfer(
  list: readonly RequestedTransfer[],
  { id, transactionId }: Pick<WalletPayment, 'id' | 'transactionId'>,
): RequestedTransfer | undefined {
  const last = list.findLast((one) => one.payment === id)
  return last?.id !== undefined && last.id === transactionId ? undefined : last
}

/** The same as it is kept now. */
export function openTransferOf(payment: WalletPayment): RequestedTransfer | undefined {
  $transfers.set(read())
  return openTransfer($transfers.get(), payment)
}

function write(list: readonly RequestedTransfer[]): void {
  const kept = list.slice(-MAX_KEPT)
  remember(KEY, JSON.stringify(kept))
  $transfers.set(kept)
}

const others = ({ payment, at }: RequestedTransfer) => read().filter((one) => one.payment !== payment || one.at !== at)

/** Before the wallet is asked, so that a page that is closed meanwhile knows it later. */
export const saveTransfer = (transfer: RequestedTransfer): void => write([...others(transfer), transfer])

/** After the wallet has said that nothing was sent. */
export const dropTransfer = (transfer: RequestedTransfer): void => write(others(transfer))
