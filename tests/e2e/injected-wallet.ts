import type { Page } from '@playwright/test'
import { createTestClient, type Hex, http, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** A wallet as an extension injects it (EIP-1193, EIP-6963), which signs and sends on the service's local network. */

const mintAbi = parseAbi(['function mint(address, uint256)'])

/** `silent`: it never answers the page, as a window that was left open. */
type Answer = 'agrees' | 'refuses' | 'silent'

interface Named {
  name: string
  /** `window`: at `window.ethereum`, without an announcement. */
  at?: 'announced' | 'window'
  icon?: string
}

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Crect width="24" height="24" rx="5" fill="%23376fd0"/%3E%3C/svg%3E'

/** `key`: a byte of its private key, other in each test. */
export async function injectWallet(page: Page, url: string, { key, named }: { key: string; named: readonly Named[] }) {
  const account = privateKeyToAccount(`0x${key.repeat(32)}`)
  const client = createTestClient({ mode: 'anvil', transport: http(url, { retryCount: 0 }), account })
    .extend(publicActions)
    .extend(walletActions)
  await client.setBalance({ address: account.address, value: parseEther('1') })
  const wallet = {
    address: account.address,
    answer: 'agrees' as Answer,
    accounts: [account.address] as string[],
    chainId: '0x1',
    /** Transactions that it has signed. */
    sent: [] as Hex[],
    asked: [] as string[],
    /** Gives it units of a token. */
    async fund(token: string, units: bigint) {
      const call = {
        address: token as Hex,
        abi: mintAbi,
        functionName: 'mint',
        args: [account.address, units],
      } as const
      await client.waitForTransactionReceipt({ hash: await client.writeContract({ ...call, chain: null }) })
    },
    mine: (blocks: number) => client.mine({ blocks }),
    /** Changes something, and tells the page. */
    async change(parts: { chainId?: string; accounts?: string[] }) {
      Object.assign(wallet, parts)
      const event = parts.accounts ? 'accountsChanged' : 'chainChanged'
      await page.evaluate((name) => dispatchEvent(new Event(`wallet:${name}`)), event)
    },
  }

  async function send({ to, data }: { to: Hex; data: Hex }): Promise<Hex> {
    const hash = await client.sendTransaction({ to, data, value: 0n, chain: null })
    wallet.sent.push(hash)
    return hash
  }

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    wallet.asked.push(method)
    const needsOwner = /^(?:eth_requestAccounts|eth_sendTransaction|wallet_)/.test(method)
    if (needsOwner && wallet.answer === 'silent') await new Promise(() => undefined)
    if (needsOwner && wallet.answer === 'refuses') throw { code: 4001, message: 'User rejected the request.' }
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return wallet.accounts
    if (method === 'eth_chainId') return wallet.chainId
    if (method === 'eth_sendTransaction') return send(params[0] as { to: Hex; data: Hex })
    if (method === 'wallet_switchEthereumChain') {
      wallet.chainId = (params[0] as { chainId: string }).chainId
      return null
    }
    return client.request({ method, params } as never)
  }

  await page.exposeFunction('walletAnswers', async (method: string, params: readonly unknown[]) => {
    try {
      return { result: await answer(method, params) }
    } catch (error) {
      const { code = -32_603, message = '' } = error as { code?: number; message?: string }
      return { error: { code, message } }
    }
  })
  await page.addInitScript(
    ({ named, picture }) => {
      type Answers = (method: string, params: unknown) => Promise<{ result?: unknown; error?: { message: string } }>
      const { walletAnswers } = window as unknown as { walletAnswers: Answers }
      const provider = {
        async request({ method, params = [] }: { method: string; params?: unknown }) {
          const { result, error } = await walletAnswers(method, params)
          if (error) throw Object.assign(new Error(error.message), error)
          return result
        },
        on: (event: string, listener: () => void) => addEventListener(`wallet:${event}`, listener),
        removeListener: (event: string, listener: () => void) => removeEventListener(`wallet:${event}`, listener),
      }
      for (const { name, at = 'announced', icon = picture } of named) {
        if (at === 'window') {
          Object.assign(window, { ethereum: provider })
          continue
        }
        const info = Object.freeze({ uuid: `uuid of ${name}`, name, icon, rdns: 'org.example.wallet' })
        const announce = () =>
          dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
        addEventListener('eip6963:requestProvider', announce)
        announce()
      }
    },
    { named, picture: PICTURE },
  )
  return wallet
}
