import type { Context } from '../context.ts'
import type { Lang } from '../http/messages.ts'

/** The address of a public page in a language: English pages stand at the root (decisions 10). */
export const pageAddress = (ctx: Context, lang: Lang, path: string): string =>
  `${ctx.config.origin}${lang === 'zh' ? '/zh' : ''}${path}/`
