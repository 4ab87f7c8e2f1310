/** Bounds of a wallet entry (ADR-051). */

export const WALLET_NAME_LENGTH = 32
/** The longest address is one of Aleo, with 63 characters. */
export const WALLET_ADDRESS_LENGTH = 128
/** Addresses that one account keeps. */
export const MAX_WALLETS = 50
