import type { Context } from '#service/platform/context.ts'
import type { Lang } from '#service/platform/http/messages.ts'

/** The URL of a public page in a language: English pages have no prefix (ADR-128). */
export const pageAddress = (ctx: Context, lang: Lang, path: string): string =>
  `${ctx.config.origin}${lang === 'zh' ? '/zh' : ''}${path}/`
