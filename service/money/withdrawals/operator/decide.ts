import { unusableReason } from '#lib/rules/recipients.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { payoutOf } from '#service/money/withdrawals/payouts.ts'
import { rowHold } from '#service/money/withdrawals/reply.ts'
import { takeStep } from '#service/money/withdrawals/steps.ts'
import { already, defineCommand } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { type Phrase, phrase, term } from '#service/platform/operator/phrase.ts'
import { actResult, findWithdrawal, lockFor, withdrawalId } from './one-withdrawal.ts'
import { amountText } from './texts.ts'

export const approve = defineCommand({
  name: 'approve ID',
  needsProof: true,
  role: 'finance',
  summary: 'Approve a withdrawal, so that it can be paid',
  button: 'Approve',
  fields: { word: withdrawalId },
  async run(context, { word: id }) {
    const { row, about } = await findWithdrawal(context, id)
    if (row.status === 'approved') return already(phrase`Withdrawal ${row.id} is already approved.`)
    return {
      kind: 'change',
      question: phrase`Approve ${about}?`,
      audit: `${row.id}: ${about}`,
      async apply(db) {
        const locked = await lockFor(db, row.id, 'approved')
        const hold = rowHold(locked, context.now())
        if (hold) throw refused(phrase`It is held back until ${utcMinuteFrom(hold.until)}: ${holdText(hold.reasons)}`)
        if (unusableReason(locked.chain, locked.address))
          throw refused(
            "Nothing sent to this address comes back: it is nobody's, a token's or a program's. Refuse the withdrawal.",
          )
        const after = await takeStep(db, locked, { status: 'approved', by: context.operator, now: context.now() })
        return actResult(after, phrase`Withdrawal ${after.id} is approved. Start its payout with \`pay\`.`)
      },
    }
  },
})

const holdTexts = {
  address: 'its address is new or was changed.',
  credentials: 'its user changed a password or a sign-in method.',
} as const

const holdText = (reasons: readonly (keyof typeof holdTexts)[]): Phrase => {
  const [one, other] = reasons.map((reason) => term(holdTexts[reason]))
  return one && other ? phrase`${one} And ${other}` : (one ?? term(''))
}

export const refuse = defineCommand({
  name: 'refuse ID',
  needsProof: true,
  role: 'finance',
  summary: 'Refuse a withdrawal: the amount goes back in full',
  button: 'Refuse',
  fields: { word: withdrawalId, ...reasonFields('reason shown to the user') },
  async run(context, { word: id, ...reasons }) {
    const why = reasonIn(reasons)
    const reason = reasonText(why)
    const { row, about } = await findWithdrawal(context, id)
    // With another reason it is another act, which is refused.
    if (row.status === 'refused' && row.reason === why.reason)
      return already(phrase`Withdrawal ${row.id} is already refused.`)
    return {
      kind: 'change',
      question: phrase`Refuse ${about}, and give it back, because: ${reason}?`,
      audit: `${row.id}: ${about}: ${reason}`,
      async apply(db) {
        const locked = await lockFor(db, row.id, 'refused')
        const payout = await payoutOf(db, row.id)
        if (payout) throw refused(phrase`${payout.begun_by} has begun to pay it: coins may be on their way.`)
        const after = await takeStep(db, locked, {
          status: 'refused',
          by: context.operator,
          now: context.now(),
          ...why,
        })
        return actResult(
          after,
          phrase`Withdrawal ${after.id} is refused; ${amountText(after.amount, after)} went back.`,
        )
      },
    }
  },
})
