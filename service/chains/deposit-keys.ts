import { createHash } from 'node:crypto'
import type { Addresses } from './network.ts'

/** Deposit addresses, derived from an account's public key: this code cannot spend what they hold. */
export interface DepositKeys {
  /** Identifies a key without revealing it. */
  readonly id: string
  /** The address of a number. It never changes. */
  addressOf(number: number): string
}

/** `format`: of the addresses, where it is another than the first one's: one key gives other addresses there. */
export const createDepositKeys = (addresses: Addresses, xpub: string, format = ''): DepositKeys => ({
  id: createHash('sha256').update(`${format}${xpub}`).digest('hex').slice(0, 16),
  addressOf: addresses.derive(xpub),
})
