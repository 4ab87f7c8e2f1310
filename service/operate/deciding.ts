import { withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { chains, isTransactionOn } from '#lib/rules/networks.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import type { Database } from '../db/open.ts'
import { userById } from '../features/accounts/queries.ts'
import {
  beginPayout,
  confirmPayout,
  giveBackPayout,
  type PayoutRefusal,
  payoutOf,
} from '../features/withdrawals/payouts.ts'
import { mayBecome, type Status } from '../features/withdrawals/rules.ts'
import { rowHold } from '../features/withdrawals/shape.ts'
import { lockWithdrawal, type Row, takeStep } from '../features/withdrawals/steps.ts'
import type { Asked, Command, Desk } from './command.ts'
import { refused, wrongUsage } from './errors.ts'
import { amountText, statusNames } from './withdrawal-words.ts'

const MOST_REASON = 200

/** The withdrawal that a command names, with its user; refused when there is none. */
async function named(desk: Desk, asked: Asked): Promise<{ row: Row; about: string }> {
  if (asked.word === undefined) throw wrongUsage('Which withdrawal? Give its id, as `withdrawals` lists it.')
  const row = await desk.db.selectFrom('withdrawals').selectAll().where('id', '=', asked.word).executeTakeFirst()
  if (!row) throw refused(`There is no withdrawal ${asked.word}.`)
  const { username } = await userById(desk.db, row.user_id)
  const about = `${amountText(row.amount, row)} (${amountText(row.receive, row)} after the fee) of ${username} on ${chains[row.chain].name} to ${groupOfFour(row.address)}`
  return { row, about }
}

/** The locked withdrawal, when it may still become what is wanted. */
async function lockFor(db: Database, id: string, status: Status): Promise<Row> {
  const row = await lockWithdrawal(db, id)
  if (!row) throw refused(`There is no withdrawal ${id}.`)
  if (!mayBecome(row.status, status)) throw refused(`Withdrawal ${id} is ${statusNames[row.status]}.`)
  return row
}

const told = (row: Row, words: string) => ({
  data: { id: row.id, status: statusNames[row.status] },
  text: `Withdrawal ${row.id} ${words}`,
})

export const approve: Command = {
  name: 'approve',
  summary: 'Approve a withdrawal, so that it can be paid',
  word: 'ID',
  options: {},
  async run(desk, asked) {
    const { row, about } = await named(desk, asked)
    return {
      kind: 'change',
      question: `Approve ${about}?`,
      audit: `${row.id}: ${about}`,
      async apply(db) {
        const locked = await lockFor(db, row.id, withdrawalStatus.approved)
        const hold = rowHold(locked, desk.now)
        if (hold)
          throw refused(`It is held back until ${utcMinuteFrom(hold.until)}: ${hold.reasons.join(', ')} changed.`)
        const after = await takeStep(db, locked, { status: 1, by: desk.operator, now: desk.now })
        return told(after, 'is approved. Begin its payout with `pay`.')
      },
    }
  },
}

export const refuse: Command = {
  name: 'refuse',
  summary: 'Refuse a withdrawal: the amount goes back in full',
  word: 'ID',
  options: { reason: { type: 'string', value: 'TEXT', hint: 'what the user is told', required: true } },
  async run(desk, asked) {
    const reason = asked.must('reason').trim()
    if (reason.length > MOST_REASON) throw wrongUsage(`--reason has at most ${MOST_REASON} characters.`)
    const { row, about } = await named(desk, asked)
    return {
      kind: 'change',
      question: `Refuse ${about}, and give it back, because: ${reason}?`,
      audit: `${row.id}: ${about}: ${reason}`,
      async apply(db) {
        const locked = await lockFor(db, row.id, withdrawalStatus.refused)
        const payout = await payoutOf(db, row.id)
        if (payout) throw refused(`${payout.begun_by} has begun to pay it: coins may be on their way.`)
        const after = await takeStep(db, locked, { status: 2, by: desk.operator, now: desk.now, reason })
        return told(after, `is refused; ${amountText(after.amount, after)} went back.`)
      },
    }
  },
}

const payoutSentences: Readonly<Record<PayoutRefusal, string>> = {
  NOT_APPROVED: 'Only an approved withdrawal is paid.',
  PAUSED: 'Payouts are paused. See `payouts`.',
  BEGUN_ALREADY: 'Its payout was begun already: coins may be on their way.',
  HOUR_LIMIT: 'That would be more than may leave in an hour. See `payouts`.',
  DAY_LIMIT: 'That would be more than may leave in a day. See `payouts`.',
  TRANSACTION_KNOWN: 'This transaction has paid another withdrawal.',
}

function mustNotRefuse(refusal: PayoutRefusal | undefined): void {
  if (refusal) throw refused(payoutSentences[refusal])
}

export const pay: Command = {
  name: 'pay',
  summary: 'Begin a payout, then enter the transaction that sent the coins',
  word: 'ID',
  options: {
    transaction: { type: 'string', value: 'TXID', hint: 'the transaction on its network: the withdrawal is credited' },
    'not-sent': { type: 'boolean', hint: 'take a begun payout back, of which nothing was sent' },
  },
  async run(desk, asked) {
    const [transactionId, notSent] = [asked.text('transaction'), asked.flag('not-sent')]
    if (transactionId !== undefined && notSent) throw wrongUsage('--transaction and --not-sent say the opposite.')
    const { row, about } = await named(desk, asked)
    if (transactionId !== undefined && !isTransactionOn(row.chain, transactionId))
      throw wrongUsage(`${transactionId} is no transaction on ${chains[row.chain].name}.`)
    if (notSent) return giveBack(row, about)
    return transactionId === undefined ? begin(desk, row, about) : confirm(desk, { row, about, transactionId })
  },
}

const begin = (desk: Desk, row: Row, about: string) => ({
  kind: 'change' as const,
  question: `Begin to pay ${about}?`,
  audit: `${row.id}: begun: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, withdrawalStatus.credited)
    mustNotRefuse(await beginPayout(db, locked, { by: desk.operator, now: desk.now }))
    return told(
      locked,
      `is yours to pay. Send ${amountText(locked.receive, locked)} on ${chains[locked.chain].name} to\n${locked.address}\nthen enter the transaction with --transaction, or say --not-sent.`,
    )
  },
})

const confirm = (desk: Desk, { row, about, transactionId }: { row: Row; about: string; transactionId: string }) => ({
  kind: 'change' as const,
  question: `Credit ${about}, paid by transaction ${transactionId}?`,
  audit: `${row.id}: ${transactionId}: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, withdrawalStatus.credited)
    const by = { by: desk.operator, now: desk.now }
    if (!(await payoutOf(db, row.id))) mustNotRefuse(await beginPayout(db, locked, by))
    mustNotRefuse(await confirmPayout(db, locked, { ...by, transactionId }))
    return { data: { id: row.id, status: 'credited', transactionId }, text: `Withdrawal ${row.id} is credited.` }
  },
})

const giveBack = (row: Row, about: string) => ({
  kind: 'change' as const,
  question: `Take back the payout of ${about}? Only when nothing was sent.`,
  audit: `${row.id}: not sent: ${about}`,
  async apply(db: Database) {
    const locked = await lockFor(db, row.id, withdrawalStatus.credited)
    if (!(await giveBackPayout(db, row.id))) throw refused('Its payout was not begun.')
    return told(locked, 'waits to be paid again.')
  },
})
