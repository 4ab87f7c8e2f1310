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
import type { Change, Command, CommandContext } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { lockFor, mustNotRefuse, type Named, named, told } from './one-withdrawal.ts'
import { send, takeAsPaid } from './send.ts'
import { amountText } from './texts.ts'

export const pay: Command = {
  name: 'pay',
  summary: 'Pay a withdrawal: sign and send it, or start it and enter the transaction that sent the coins',
  word: 'ID',
  options: {
    send: {
      type: 'boolean',
      hint: 'sign the transfer with the key in PAYER_KEY_FILE and send it: the service credits it',
    },
    transaction: { type: 'string', value: 'TXID', hint: 'the transaction on its network: the withdrawal is credited' },
    'not-sent': { type: 'boolean', hint: 'take a begun payout back, of which nothing was sent' },
  },
  async run(context, asked) {
    const [transactionId, sends, notSent] = [asked.text('transaction'), asked.flag('send'), asked.flag('not-sent')]
    if ([transactionId !== undefined, sends, notSent].filter(Boolean).length > 1)
      throw wrongUsage('One at a time: --send, --transaction or --not-sent.')
    const one = await named(context, asked)
    const { chain } = one.row
    if (transactionId !== undefined && !isTransactionOn(chain, transactionId))
      throw wrongUsage(`${transactionId} is no transaction on ${chains[chain].name}.`)
    if (sends) return send(context, one)
    if (notSent) return giveBack(one)
    if (transactionId === undefined) return begin(context, one)
    const kept = await openTransfer(context.db, one.row.id)
    const isKept = kept?.transaction_id.toLowerCase() === transactionId.toLowerCase()
    return kept && isKept ? takeAsPaid(context, one, kept) : confirm(context, one, transactionId)
  },
}

const begin = (context: CommandContext, { row, about }: Named): Change => ({
  kind: 'change',
  question: `Start paying ${about}?`,
  audit: `${row.id}: begun: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    mustNotRefuse(await beginPayout(db, locked, { by: context.operator, now: context.now() }))
    return told(
      locked,
      `is yours to pay. Send ${amountText(locked.receive, locked)} on ${chains[locked.chain].name} to\n${locked.address}\nthen enter the transaction with --transaction, or say --not-sent.`,
    )
  },
})

const confirm = (context: CommandContext, { row, about }: Named, transactionId: string): Change => ({
  kind: 'change',
  question: `Credit ${about}, paid by transaction ${transactionId}?`,
  audit: `${row.id}: ${transactionId}: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    mustNotRefuse(await manualPayoutRefusal(db, row.id, transactionId))
    const by = { by: context.operator, now: context.now() }
    if (!(await payoutOf(db, row.id))) mustNotRefuse(await recordSentPayout(db, locked, by))
    mustNotRefuse(await confirmPayout(db, locked, { ...by, transactionId }))
    return { data: { id: row.id, status: 'credited', transactionId }, text: `Withdrawal ${row.id} is credited.` }
  },
})

const giveBack = ({ row, about }: Named): Change => ({
  kind: 'change',
  question: `Take back the payout of ${about}? Only when nothing was sent.`,
  audit: `${row.id}: not sent: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, 'credited')
    mustNotRefuse(await releasePayout(db, row.id))
    return told(locked, 'waits to be paid again.')
  },
})
