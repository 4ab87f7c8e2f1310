import { chains } from '#lib/rules/networks.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { userById } from '#service/identity/users/queries.ts'
import type { PayoutRefusal } from '#service/money/withdrawals/payouts.ts'
import { canBecome, type Status } from '#service/money/withdrawals/rules.ts'
import { lockWithdrawal, type Row } from '#service/money/withdrawals/steps.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { CommandContext } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { required, word } from '#service/platform/operator/fields.ts'
import { type Phrase, phrase, term } from '#service/platform/operator/phrase.ts'
import { amountText } from './texts.ts'

export const withdrawalId = required(word('Withdrawal'), 'Which withdrawal? Give its id, as `withdrawals` lists it.')

/** The withdrawal of an act, and its name in a question. */
export interface NamedWithdrawal {
  row: Row
  about: Phrase
}

export async function findWithdrawal(context: CommandContext, id: string): Promise<NamedWithdrawal> {
  const row = await context.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw refused(phrase`There is no withdrawal ${id}.`)
  const { username } = await userById(context.db, row.user_id)
  const about = phrase`${amountText(row.amount, row)} (${amountText(row.receive, row)} after the fee) of ${username} on ${chains[row.chain].name} to ${groupOfFour(row.address)}`
  return { row, about }
}

/** The locked withdrawal, if it may still change to the requested status. */
export async function lockFor(db: Database, id: string, status: Status): Promise<Row> {
  const row = await lockWithdrawal(db, id)
  if (!row) throw refused(phrase`There is no withdrawal ${id}.`)
  if (!canBecome(row.status, status)) throw refused(phrase`Withdrawal ${id} is ${term(row.status)}.`)
  return row
}

export const actResult = (row: Row, text: Phrase) => ({ data: { id: row.id, status: row.status }, text })

const payoutSentences: Readonly<Record<PayoutRefusal, string>> = {
  NOT_APPROVED: 'Only an approved withdrawal can be paid.',
  HELD: 'Its user changed a password: nothing is paid within 24 hours of that.',
  PAUSED: 'Payouts are paused. See `payouts`.',
  BEGUN_ALREADY: 'Its payout has already started: coins may be on their way.',
  HOUR_LIMIT: 'That would exceed the hourly limit. See `payouts`.',
  DAY_LIMIT: 'That would exceed the daily limit. See `payouts`.',
  TRANSACTION_KNOWN: 'This transaction already paid another withdrawal.',
  TRANSACTION_VOID: 'This transaction was signed here but paid nothing.',
  NOT_BEGUN: 'Its payout was not started.',
  SIGNED: 'A transfer for it is signed and may go through at any time. See `payouts --follow`.',
}

export function assertNotRefused(refusal: PayoutRefusal | undefined): void {
  if (refusal) throw refused(payoutSentences[refusal])
}
