import type { Reason } from '#service/messaging/mail/letters.ts'
import type { Asked, OptionSpec } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'

const MAX_REASON = 500

/** Options of all acts with a reason for the user; `why` names the acts and the recipients. */
export const reasonOptions = (why: string): Record<'reason' | 'reason-zh', OptionSpec> => ({
  reason: { type: 'string', value: 'TEXT', hint: why },
  'reason-zh': { type: 'string', value: 'TEXT', hint: 'the same in Chinese, for whoever reads Chinese' },
})

function textIn(asked: Asked, name: 'reason' | 'reason-zh'): string {
  const text = asked.text(name)?.trim() ?? ''
  if (text.length <= MAX_REASON && !/\p{Cc}/u.test(text)) return text
  throw wrongUsage(`--${name} has 1 to ${MAX_REASON} characters, in one line.`)
}

/** Why it is done, where that may be left out. */
export function anyReasonIn(asked: Asked): Reason {
  const [reason, reasonZh] = [textIn(asked, 'reason'), textIn(asked, 'reason-zh')]
  if (reason === '' && reasonZh !== '') throw wrongUsage('--reason-zh stands beside --reason, never for it.')
  return { reason, reasonZh }
}

/** The required reason, which the user gets. */
export function reasonIn(asked: Asked): Reason {
  const told = anyReasonIn(asked)
  if (told.reason !== '') return told
  throw wrongUsage(`Why? Give --reason TEXT, up to ${MAX_REASON} characters.`)
}

/** Both texts, as shown in the confirmation and in the audit. */
export const reasonText = ({ reason, reasonZh }: Reason): string => [reason, reasonZh].filter(Boolean).join(' / ')
