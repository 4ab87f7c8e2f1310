import { brand } from '#lib/brand.ts'
import { UNKNOWN_BROWSER } from '#lib/text/browser-name.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { interpolate } from '#service/platform/interpolate.ts'
import en from '../../../public/locales/en/mail.json' with { type: 'json' }
import zh from '../../../public/locales/zh/mail.json' with { type: 'json' }
import { letterPages } from './letter-pages.ts'
import type { LetterKind, LetterValues } from './letter-values.ts'
import type { Letter } from './transport.ts'

const catalogues = { en, zh }

/** Values of a letter that was stored as JSON; new letters have the type `LetterValues`. */
type Values = Readonly<Record<string, string>>

/** Values that every text may use. */
const always: Values = { support: brand.supportEmail }

/** A reason for the user; `reasonZh` is empty when it was written in one language only. */
export interface Reason {
  reason: string
  reasonZh: string
}

/** `Unknown Web, Linux` in the words and with the comma of the language. */
const browserText = (browser: string, lang: Lang): string =>
  browser.replace(UNKNOWN_BROWSER, catalogues[lang].unknownBrowser).replace(', ', lang === 'zh' ? '，' : ', ')

/** A value in both languages has the Chinese one under its name with the suffix `Zh` (SPEC-3.33). */
const fill = (text: string, values: Values, lang: Lang): string =>
  interpolate(text, (name) => {
    const value = (lang === 'zh' && values[`${name}Zh`]) || (always[name] ?? values[name])
    return name === 'browser' ? value && browserText(value, lang) : value
  })

/** Renders a letter of the catalogue without its foot; the user's inbox shows the same text. */
export function renderText(lang: Lang, kind: LetterKind, values: Values): { subject: string; text: string } {
  const { subject, text } = catalogues[lang].letters[kind]
  return { subject: fill(subject, values, lang), text: fill(text, values, lang) }
}

/** The links to the pages that a letter asks to open, one a line. */
function linksOf(ctx: Pick<Context, 'config'>, { lang, kind }: { lang: Lang; kind: LetterKind }): string[] {
  const links = letterPages(kind).map(({ name, path, isPublic }) =>
    interpolate(
      catalogues[lang].pages[name],
      () => `${ctx.config.origin}${isPublic && lang === 'zh' ? '/zh' : ''}${path}`,
    ),
  )
  return links.length > 0 ? [links.join('\n')] : []
}

/** Writes a letter from the catalogue. Only our own values go into it, never a text that a stranger typed. */
export function writeLetter<Kind extends LetterKind>(
  ctx: Pick<Context, 'config'>,
  of: { to: string; lang: Lang; kind: Kind },
  values: LetterValues<Kind>,
): Letter {
  const { subject, text } = renderText(of.lang, of.kind, values)
  return { to: of.to, subject, text: [text, ...linksOf(ctx, of), catalogues[of.lang].foot].join('\n\n') }
}

const PURPOSE = 'mail queue'

/** Queued letters are encrypted: a copied table reveals no code. */
export const encryptLetter = (letter: Letter, pepper: string): string =>
  encrypt(JSON.stringify(letter), pepper, PURPOSE)

/** Throws for a letter that was encrypted with another pepper. */
export const decryptLetter = (boxed: string, pepper: string): Letter =>
  JSON.parse(decrypt(boxed, pepper, PURPOSE)) as Letter

/** A queued letter, as the queue has it. Older versions queued the text alone. */
export interface QueuedLetter {
  box: string
  /** Unix milliseconds. */
  at?: number
  /** The time from which it is of no use, such as the end of its code. */
  until?: number
}

/** Queues a letter in the caller's transaction: it is sent only if the change commits, and is tried for days. */
export async function queueLetter(
  ctx: Context,
  db: Database,
  letter: Letter,
  { until }: { until?: number } = {},
): Promise<void> {
  const queued: QueuedLetter = { box: encryptLetter(letter, ctx.pepper), at: ctx.clock.now(), ...(until && { until }) }
  await ctx.jobs.send(db, 'mail', queued)
}
