import { cutText } from '#lib/text/characters.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import en from '../../../public/locales/en/mail.json' with { type: 'json' }
import type { LetterKind } from '../mail/letter-values.ts'
import { renderText } from '../mail/letters.ts'
import type { Alert } from './alert.ts'

/** The maximum length that a lock screen shows. */
const MAX_LINE_LENGTH = 180

export interface RenderedAlert {
  title: string
  text: string
}

const isLetter = (kind: string): kind is LetterKind => Object.hasOwn(en.letters, kind)

/** The titles of summarised alerts, one per line. */
function titlesOf(held: string | undefined, lang: Lang): string {
  const alerts = JSON.parse(held ?? '[]') as Pick<Alert, 'kind' | 'values'>[]
  return alerts
    .map(({ kind, values }) => (isLetter(kind) ? `- ${renderText(lang, kind, values).subject}` : ''))
    .join('\n')
}

/** Renders an alert in a language. */
export function renderAlert({ kind, values }: Pick<Alert, 'kind' | 'values'>, lang: Lang): RenderedAlert {
  if (!isLetter(kind)) throw new Error(`no text tells of ${kind}`)
  const filled = kind === 'alertsHeld' ? { ...values, list: titlesOf(values.held, lang) } : values
  const { subject, text } = renderText(lang, kind, filled)
  return { title: subject, text }
}

/** The beginning of a text in one line. */
export function firstLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_LINE_LENGTH ? line : `${cutText(line, MAX_LINE_LENGTH - 1).trimEnd()}…`
}
