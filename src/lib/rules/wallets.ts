/** Bounds of a wallet entry (decisions 5). */

export const WALLET_NAME_LENGTH = 32
