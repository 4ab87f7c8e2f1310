import { formatUnits } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { failureReason, NetworkError } from '#service/chains/network.ts'
import { transferFate } from '#service/money/withdrawals/follow-transfers.ts'
import { beginPayout, confirmPayout, isPaused } from '#service/money/withdrawals/payouts.ts'
import type { Row } from '#service/money/withdrawals/steps.ts'
import {
  endTransfer,
  openNetwork,
  openTransfer,
  type PayingNetwork,
  payingNetwork,
  type SignedTransfer,
  saveTransfer,
  type TransferPlan,
  transferOf,
} from '#service/money/withdrawals/transfers.ts'
import type { ActResult, Change, CommandContext } from '#service/platform/operator/act.ts'
import { refused, unreachable } from '#service/platform/operator/errors.ts'
import { assertNotRefused, lockFor, type NamedWithdrawal } from './one-withdrawal.ts'
import { openWithKey } from './secret-file.ts'

/** Signs the transfer that pays a withdrawal, stores it and sends it; or sends the stored one again. */
export async function send(context: CommandContext, { row, about }: NamedWithdrawal): Promise<Change> {
  const paying = networkFor(context, row)
  const existing = await openTransfer(context.db, row.id)
  if (existing) return resend(paying, existing, { row, about })
  if (row.status !== 'approved') assertNotRefused('NOT_APPROVED')
  const plan = await planFor(paying, context, row)
  return {
    kind: 'change',
    question: `Sign and send ${about} from ${plan.transfer.payer}, for a network fee of at most ${plan.fee}?`,
    audit: `${row.id}: signed: ${about}`,
    async prepare() {
      const { payer, terms } = plan
      plan.terms = payer.renew ? await asking(async () => payer.renew?.(terms) ?? terms) : terms
    },
    async apply(db) {
      const locked = await lockFor(db, row.id, 'credited')
      assertNotRefused(await beginPayout(db, locked, { by: context.operator, now: context.now() }))
      return sent(paying, locked, await saveTransfer(db, locked, plan, context.now()))
    },
  }
}

const resend = (paying: PayingNetwork, signed: SignedTransfer, { row, about }: NamedWithdrawal): Change => ({
  kind: 'change',
  question: `Send ${about} again, by the transaction ${signed.transaction_id}, which is signed already?`,
  audit: `${row.id}: sent again: ${signed.transaction_id}`,
  async apply(db) {
    if (await isPaused(db)) assertNotRefused('PAUSED')
    return sent(paying, await lockFor(db, row.id, 'credited'), signed)
  },
})

/**
 * `pay ID --transaction` with the transfer that was signed here: the service books it by itself, unless it has moved
 * something else than the withdrawal. A token that takes a share does that; then a person decides.
 */
export async function creditSigned(
  context: CommandContext,
  { row, about }: NamedWithdrawal,
  signed: SignedTransfer,
): Promise<Change> {
  const paying = networkFor(context, row)
  const { state } = await asking(async () => transferFate(await openNetwork(context.db, paying), row, signed))
  if (state !== 'another') throw refused(`The service books this transaction by itself; now it is ${state}.`)
  const { transaction_id: transactionId } = signed
  return {
    kind: 'change',
    question: `Credit ${about}, although ${transactionId} has moved something else? Look at it in an explorer first.`,
    audit: `${row.id}: taken as paid: ${transactionId}: ${about}`,
    async apply(db) {
      const locked = await lockFor(db, row.id, 'credited')
      if (!(await endTransfer(db, transactionId, { outcome: 'paid', now: context.now() })))
        assertNotRefused('NOT_BEGUN')
      assertNotRefused(await confirmPayout(db, locked, { by: context.operator, now: context.now(), transactionId }))
      return { data: { id: row.id, status: 'credited', transactionId }, text: `Withdrawal ${row.id} is credited.` }
    },
  }
}

function networkFor({ config }: CommandContext, row: Row): PayingNetwork {
  const paying = payingNetwork(config, row)
  if (paying?.network.openPayer) return paying
  const name = chains[row.chain].name
  throw refused(
    `No node is set by which ${row.coin} on ${name} could be sent: begin it with \`pay ${row.id}\`, send it by hand, then enter the transaction.`,
  )
}

/** Prepares the transfer before anything is locked: no lock in the database may wait for a node. */
async function planFor(paying: PayingNetwork, { config, db }: CommandContext, row: Row): Promise<TransferPlan> {
  const { openPayer } = paying.network
  if (!openPayer) throw new Error(`no program pays on ${row.chain}`)
  const payer = await openWithKey(
    { setting: 'PAYER_KEY_FILE', file: config.networks[row.chain]?.payerKeyFile },
    openPayer,
  )
  return asking(async () => {
    const transfer = transferOf(row, payer.address, await openNetwork(db, paying))
    const { fee, terms } = await payer.quote(transfer)
    const { code, decimals } = paying.network.facts.feeCoin
    return { payer, transfer, terms, fee: `${formatUnits(fee, decimals)} ${code}` }
  })
}

/** An error that a node returns is a refusal; anything else means that the node is unreachable. */
async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NetworkError) throw refused(error.message)
    throw unreachable(`The node does not answer: ${failureReason(error)}`)
  }
}

const finalWhen = ({ network: { facts } }: PayingNetwork): string =>
  facts.finality === 'finalized' ? 'the network calls it final' : `${facts.finality.blocks} blocks hold it`

const sent = (
  paying: PayingNetwork,
  row: Row,
  { transaction_id: transactionId, signed }: SignedTransfer,
): ActResult => ({
  data: { id: row.id, status: row.status, transactionId },
  text: `Withdrawal ${row.id} is sent by the transaction\n${transactionId}\nThe service credits it when ${finalWhen(paying)}.`,
  async afterCommit() {
    const hint = `The transaction ${transactionId} is signed and kept: the service sends it again each minute.`
    const refusal = await paying.follower.send(signed).catch((error: unknown) => {
      throw unreachable(`The node does not answer: ${failureReason(error)}\n${hint}`)
    })
    if (refusal !== undefined) throw refused(`The node does not take it: ${refusal}\n${hint}`)
  },
})
