import { WalletError, type WalletFault } from './wallet.ts'

/** Reads the errors of wallets: codes of EIP-1193, EIP-1474 and EIP-3085, and their words where there is no code. */

const faults: Readonly<Record<number, WalletFault>> = {
  4001: 'refused',
  [-32002]: 'pending',
  4100: 'locked',
  4900: 'unreachable',
  4901: 'unreachable',
  4902: 'unknownChain',
  4200: 'unsupported',
  [-32601]: 'unsupported',
  [-32602]: 'failed',
}

const phrases: readonly (readonly [RegExp, WalletFault])[] = [
  [/\b(?:user|request)\b.{0,24}\b(?:reject|den(?:y|ied)|cancel|declin)|declined by user/i, 'refused'],
  [/insufficient funds|insufficient balance for (?:gas|fee)|balance is not sufficient/i, 'shortOfGas'],
  [/unrecognized chain/i, 'unknownChain'],
  [/wallet is locked|please unlock/i, 'locked'],
]

/** The error and those that it carries: wallets wrap what their own parts answer. */
function nested(error: unknown, depth = 0): Record<string, unknown>[] {
  if (typeof error === 'string') return [{ message: error }]
  if (typeof error !== 'object' || error === null || depth > 3) return []
  const one = error as Record<string, unknown>
  return [one, ...[one.data, one.originalError, one.error, one.cause].flatMap((inner) => nested(inner, depth + 1))]
}

/** The reason in a wallet's error; undefined when it is none that is known. */
export function faultIn(error: unknown): WalletFault | undefined {
  if (error instanceof WalletError) return error.fault
  const all = nested(error)
  // An unknown chain is often wrapped into an internal error.
  const codes = all.map(({ code }) => (typeof code === 'number' ? faults[code] : undefined))
  const worded = all.flatMap(({ message }) =>
    typeof message === 'string' ? phrases.filter(([pattern]) => pattern.test(message)).map(([, fault]) => fault) : [],
  )
  return codes.find((fault) => fault !== undefined) ?? worded[0]
}

/** Calls a wallet, and throws what it answers as a WalletError; `otherwise` where its reason is not known. */
export async function callWallet<T>(call: () => T | Promise<T>, otherwise: WalletFault): Promise<Awaited<T>> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof WalletError ? error : new WalletError(faultIn(error) ?? otherwise, { cause: error })
  }
}

/** A switch that the owner did not refuse, and that did not work: most wallets can be switched by hand. */
export async function callToSwitch(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const fault = faultIn(error)
    const isClear = fault === 'refused' || fault === 'pending' || fault === 'locked' || fault === 'unknownChain'
    throw new WalletError(isClear ? fault : 'cannotSwitch', { cause: error })
  }
}
