import { chains, isTransactionOn } from '#lib/rules/networks.ts'
import {
  beginPayout,
  confirmPayout,
  manualPayoutRefusal,
  payoutOf,
  recordSentPayout,
  releasePayout,
} from '#service/money/withdrawals/payouts.ts'
import { openTransfer } from '#service/money/withdrawals/transfers.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Change, type Command, type CommandContext, defineAct } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { required, text } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import {
  actResult,
  assertNotRefused,
  findWithdrawal,
  lockFor,
  type NamedWithdrawal,
  withdrawalId,
} from './one-withdrawal.ts'
import { creditSigned, send } from './send.ts'
import { amountText } from './texts.ts'

const transaction = required(
  text({
    value: 'TXID',
    label: 'Transaction',
    maxLength: 128,
    hint: 'the transaction on its network: the withdrawal is credited',
  }),
)

export const beginPay = defineAct({
  name: 'pay ID',
  needsProof: true,
  role: 'finance',
  button: 'Begin to pay',
  fields: { word: withdrawalId },
  run: async (context, { word: id }) => begin(context, await findWithdrawal(context, id)),
})

const signAndSend = defineAct({
  name: 'pay ID --send',
  hint: 'sign the transfer with the key in PAYER_KEY_FILE and send it: the service credits it',
  fields: { word: withdrawalId },
  run: async (context, { word: id }) => send(context, await findWithdrawal(context, id)),
})

export const enterTransaction = defineAct({
  name: 'pay ID --transaction',
  needsProof: true,
  role: 'finance',
  button: 'Credit it',
  fields: { word: withdrawalId, transaction },
  async run(context, { word: id, transaction: transactionId }) {
    const one = await findWithdrawal(context, id)
    const { chain } = one.row
    if (!isTransactionOn(chain, transactionId))
      throw wrongUsage(phrase`${transactionId} is no transaction on ${chains[chain].name}.`)
    const signed = await openTransfer(context.db, one.row.id)
    const isSigned = signed?.transaction_id.toLowerCase() === transactionId.toLowerCase()
    return signed && isSigned ? creditSigned(context, one, signed) : confirm(context, one, transactionId)
  },
})

export const takePayBack = defineAct({
  name: 'pay ID --not-sent',
  needsProof: true,
  role: 'finance',
  hint: 'take a begun payout back, of which nothing was sent',
  button: 'Take the payout back',
  fields: { word: withdrawalId },
  run: async (context, { word: id }) => release(await findWithdrawal(context, id)),
})

export const pay: Command = {
  name: 'pay',
  summary: 'Pay a withdrawal: sign and send it, or start it and enter the transaction that sent the coins',
  acts: [beginPay, signAndSend, enterTransaction, takePayBack],
}

const begin = (context: CommandContext, { row, about }: NamedWithdrawal): Change => ({
  kind: 'change',
  question: phrase`Start paying ${about}?`,
  audit: `${row.id}: begun: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    assertNotRefused(await beginPayout(db, locked, { by: context.operator, now: context.now() }))
    return actResult(
      locked,
      phrase`Withdrawal ${row.id} is yours to pay. Send ${amountText(locked.receive, locked)} on ${chains[locked.chain].name} to\n${locked.address}\nthen enter the transaction with --transaction, or give --not-sent.`,
    )
  },
})

const confirm = (context: CommandContext, { row, about }: NamedWithdrawal, transactionId: string): Change => ({
  kind: 'change',
  question: phrase`Credit ${about}, paid by transaction ${transactionId}?`,
  audit: `${row.id}: ${transactionId}: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    assertNotRefused(await manualPayoutRefusal(db, row.id, transactionId))
    const by = { by: context.operator, now: context.now() }
    if (!(await payoutOf(db, row.id))) assertNotRefused(await recordSentPayout(db, locked, by))
    assertNotRefused(await confirmPayout(db, locked, { ...by, transactionId }))
    return { data: { id: row.id, status: 'credited', transactionId }, text: phrase`Withdrawal ${row.id} is credited.` }
  },
})

const release = ({ row, about }: NamedWithdrawal): Change => ({
  kind: 'change',
  question: phrase`Take back the payout of ${about}? Only when nothing was sent.`,
  audit: `${row.id}: not sent: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    assertNotRefused(await releasePayout(db, row.id))
    return actResult(locked, phrase`Withdrawal ${row.id} waits to be paid again.`)
  },
})
