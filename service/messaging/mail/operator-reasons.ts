import type { Reason } from '#service/messaging/mail/letters.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { type Field, parsed, required } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'

const MAX_REASON = 500

function reasonField(hint: string, label: string): Field<string | undefined> {
  return parsed(
    { value: 'TEXT', hint, label, maxLength: MAX_REASON },
    (typed) => {
      const text = typed.trim()
      return text.length <= MAX_REASON && !/\p{Cc}/u.test(text) ? text : undefined
    },
    ({ option }) => phrase`${option} has 1 to ${MAX_REASON} characters, in one line.`,
  )
}

const chinese = reasonField('the same in Chinese, for whoever reads Chinese', 'The same in Chinese (may be left out)')

/** The reason of an act, which may be left out; `hint` names the acts and the recipient. */
export const anyReasonFields = (hint: string) => ({
  reason: reasonField(hint, 'Reason, which the user is told'),
  reasonZh: chinese,
})

export const requiredReason = (hint: string, label: string): Field<string> =>
  required(reasonField(hint, label), `Why? Give --reason TEXT, up to ${MAX_REASON} characters.`)

/** The reason of an act, which the notification of the user contains. */
export const reasonFields = (hint: string) => ({
  reason: requiredReason(hint, 'Reason, which the user is told'),
  reasonZh: chinese,
})

export function reasonIn({
  reason = '',
  reasonZh = '',
}: {
  reason?: string | undefined
  reasonZh?: string | undefined
}): Reason {
  if (reason === '' && reasonZh !== '') throw wrongUsage('--reason-zh stands beside --reason, never for it.')
  return { reason, reasonZh }
}

/** Both texts in the format of the question and the audit. */
export const reasonText = ({ reason, reasonZh }: Reason): string => [reason, reasonZh].filter(Boolean).join(' / ')
