import { transferData } from '#app/payment/browser-wallet/erc20.ts'
import type { BrowserWallet, WalletTransfer } from '#app/payment/browser-wallet/wallet.ts'

export const ACCOUNT = `0x${'a1'.repeat(20)}`
export const OTHER_ACCOUNT = `0x${'b2'.repeat(20)}`
export const PAYEE = `0x${'c3'.repeat(20)}`
export const TOKEN = `0x${'d4'.repeat(20)}`
export const SENT_ID = `0x${'e5'.repeat(32)}`

export const transfer: WalletTransfer = {
  ...{ from: ACCOUNT, to: PAYEE, contract: TOKEN, chainId: '56', decimals: 18 },
  units: 20_000_000_000_000_000_000n,
}

/** The call by which `transfer` is sent on BNB Smart Chain. */
export const sentCall = {
  ...{ from: ACCOUNT, to: TOKEN, value: '0x0', chainId: '0x38' },
  data: `0x${transferData(PAYEE.slice(2), transfer.units)}`,
}

type Answers = Record<string, unknown>

/** An EIP-1193 provider with an answer for each method: a value, an Error that it rejects with, or a function. */
export function createProvider(answers: Answers = {}) {
  const calls: { method: string; params?: unknown }[] = []
  const listeners = new Map<string, Set<() => void>>()
  const word = (number: bigint) => `0x${number.toString(16).padStart(64, '0')}`
  const all: Answers = {
    ...{ eth_requestAccounts: [ACCOUNT], eth_accounts: [ACCOUNT], eth_chainId: '0x38' },
    ...{ eth_estimateGas: '0xc350', eth_gasPrice: '0x3b9aca00', eth_getBalance: '0xde0b6b3a7640000' },
    decimals: word(18n),
    balanceOf: word(transfer.units),
    eth_call: (params: [{ data: string }]) => all[params[0].data.startsWith('0x313ce567') ? 'decimals' : 'balanceOf'],
    eth_sendTransaction: SENT_ID,
    ...{ wallet_switchEthereumChain: null, wallet_addEthereumChain: null },
    ...answers,
  }
  return {
    answers: all,
    calls,
    methods: () => calls.map(({ method }) => method),
    request: async (call: { method: string; params?: unknown }) => {
      calls.push(call)
      const answer = all[call.method]
      const result = typeof answer === 'function' ? answer(call.params) : answer
      if (result instanceof Error) throw result
      return result
    },
    on: (event: string, listener: () => void) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: () => void) => listeners.get(event)?.delete(listener),
    emit: (event: string) => {
      for (const listener of listeners.get(event) ?? []) listener()
    },
    listening: () => [...listeners].filter(([, those]) => those.size > 0).map(([event]) => event),
  }
}

export const rejection = (code: number, message = 'refused') => Object.assign(new Error(message), { code })

/** A wallet whose answers a test gives, one by one. */
export function createWallet(of: Partial<BrowserWallet> = {}) {
  let onChange = () => {}
  const wallet: BrowserWallet = {
    ...{ id: 'one', name: 'One', icon: undefined },
    connect: async () => ACCOUNT,
    account: async () => ACCOUNT,
    chainId: async () => '56',
    switchTo: async () => undefined,
    assertCanPay: async () => undefined,
    send: async () => SENT_ID,
    watch(listener) {
      onChange = listener
      return () => {
        onChange = () => {}
      }
    },
    ...of,
  }
  return { wallet, change: () => onChange() }
}
