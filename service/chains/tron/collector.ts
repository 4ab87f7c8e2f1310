import { HDKey } from '@scure/bip32'
import {
  type CollectAction,
  type Collection,
  type CollectOutcome,
  type Collector,
  type CollectStep,
  NetworkError,
  type Terms,
} from '../network.ts'
import { addresses, ownKey, receivingKey } from './addresses.ts'
import { assertCovered, assertShown, type PlannedStep, planMove, walletCall } from './collect-plan.ts'
import { type TronPaySettings, transferStatus } from './follower.ts'
import { openTronNode, type TronNodeOptions } from './node.ts'
import { signTransfer } from './payer.ts'
import { afterLast, currentValidity, readTerms, type TronTerms, writeTerms } from './terms.ts'
import { executionStatus } from './transaction-status.ts'
import { createSigner, type Signer, signCall } from './transactions.ts'

/**
 * Collects deposits of Tron. An address that only received tokens is no account and has no energy, so it is activated or funded, or
 * lent energy by the wallet's stake, before it moves its tokens; what was lent is taken back, also after a failure.
 */

export interface TronCollectSettings extends TronPaySettings {
  /** Whether the wallet lends energy where it has staked enough TRX; otherwise it sends TRX that are burnt. */
  lends?: boolean
  /** The public half of the account of deposits; compared with the private one where it is given. */
  depositXpub?: string | undefined
}

/** Failed moves before a person has to look at it: each burns a fee. */
const MAX_FAILED_MOVES = 3

/**
 * Opens a collector with the extended private key (`xprv…`) of the account of deposits, `m/44'/195'/0'`. Its wallet is the first change
 * address, which no user is ever shown. Its methods throw a NetworkError, or a NodeError when the node fails.
 */
export function openTronCollector(
  settings: TronCollectSettings,
  key: string,
  options: TronNodeOptions = {},
): Collector {
  const node = openTronNode(settings, options)
  const { wallet, signerOf } = openAccount(key, settings.depositXpub)

  function depositOf({ number, transfer }: Collection): Signer {
    const signer = signerOf(number)
    if (!addresses.same(signer.address, transfer.payer))
      throw new NetworkError(`The key of deposits gives ${signer.address} for ${number}, not ${transfer.payer}.`)
    return signer
  }

  const planOf = ({ transfer }: Collection) =>
    planMove(node, {
      wallet: wallet.address,
      transfer,
      lends: settings.lends ?? false,
      maxFee: settings.maxFee,
    })

  async function follow({ transfer }: Collection, step: CollectStep): Promise<CollectAction> {
    const status =
      step.kind === 'move'
        ? await transferStatus(node, transfer, step)
        : await executionStatus(node, step.id, readTerms(step.terms))
    if (status.state === 'unknown') return { action: 'send', step }
    if (status.state === 'waiting') return { action: 'wait', step }
    const outcome: CollectOutcome = status.state === 'paid' || status.state === 'succeeded' ? 'done' : status.state
    const fee = 'fee' in status && typeof status.fee === 'bigint' ? { fee: status.fee } : {}
    return { action: 'record', step, outcome, ...fee }
  }

  type Last = (signer: string) => Terms | undefined

  async function signOwn(planned: PlannedStep, of: Collection, last: Last): Promise<CollectAction> {
    const { kind, amount } = planned
    const fresh: TronTerms = { ...(await currentValidity(node)), feeLimit: 0n, amount }
    const terms = afterLast(fresh, last(wallet.address))
    const call = walletCall(planned, { wallet: wallet.address, transfer: of.transfer })
    const step = { kind, signer: wallet.address, ...signCall(wallet, call, terms), terms: writeTerms(terms) }
    return { action: 'save', step }
  }

  async function begin(of: Collection, steps: readonly CollectStep[], last: Last): Promise<CollectAction> {
    const deposit = depositOf(of)
    await assertShown(node, deposit.address, steps.at(-1))
    const { steps: planned, quote, walletSun } = await planOf(of)
    const [first] = planned
    if (!first || first.kind === 'move') {
      const terms = afterLast(quote.terms, last(deposit.address))
      return {
        action: 'save',
        step: { kind: 'move', signer: deposit.address, ...signTransfer(deposit, of.transfer, terms) },
      }
    }
    await assertCovered(node, wallet.address, walletSun)
    return signOwn(first, of, last)
  }

  return {
    wallet: wallet.address,
    addressOf: (number) => signerOf(number).address,
    async cost(of) {
      depositOf(of)
      const { fee, steps } = await planOf(of)
      return { fee, kinds: steps.map(({ kind }) => kind) }
    },
    async next(of, steps, last) {
      const open = steps.find(({ outcome }) => outcome === undefined)
      if (open) return follow(of, open)
      const state = endOf(steps)
      if (state === undefined) return begin(of, steps, last)
      const lent = lentBy(steps)
      if (lent > 0n) return signOwn({ kind: 'return', amount: lent }, of, last)
      return { action: 'stop', state }
    },
  }
}

/** The state of a collection whose moves are over; undefined while it has to go on. */
function endOf(steps: readonly CollectStep[]): 'moved' | 'failed' | 'another' | undefined {
  const moves = steps.filter(({ kind }) => kind === 'move').map(({ outcome }) => outcome)
  if (moves.includes('another')) return 'another'
  if (moves.includes('done')) return 'moved'
  return moves.filter((outcome) => outcome === 'failed').length >= MAX_FAILED_MOVES ? 'failed' : undefined
}

/** Sun that were lent and not taken back. */
function lentBy(steps: readonly CollectStep[]): bigint {
  const done = steps.filter(({ outcome }) => outcome === 'done')
  const sum = (kind: string) =>
    done.filter((step) => step.kind === kind).reduce((total, { terms }) => total + readTerms(terms).amount, 0n)
  return sum('delegate') - sum('return')
}

interface Account {
  wallet: Signer
  signerOf(number: number): Signer
}

/** The signers of an account. Throws a NetworkError without the key in it. */
function openAccount(xprv: string, xpub: string | undefined): Account {
  let account: HDKey
  try {
    account = HDKey.fromExtendedKey(xprv.trim())
  } catch {
    throw new NetworkError('The key of deposits has to be an extended private key, which begins with xprv.')
  }
  if (!account.privateKey) throw new NetworkError('The key of deposits is a public one: it cannot move what they hold.')
  if (xpub !== undefined && account.publicExtendedKey !== xpub)
    throw new NetworkError('The key of deposits is not the private half of TRON_DEPOSIT_XPUB.')
  const signer = ({ privateKey }: HDKey): Signer => {
    if (!privateKey) throw new NetworkError('The key of deposits has no such key.')
    return createSigner(privateKey)
  }
  const keyOf = receivingKey(account)
  return { wallet: signer(ownKey(account)), signerOf: (number) => signer(keyOf(number)) }
}
