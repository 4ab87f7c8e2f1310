import type { Lang } from '#service/platform/http/messages.ts'
import en from '../../../public/locales/en/mail.json' with { type: 'json' }
import zh from '../../../public/locales/zh/mail.json' with { type: 'json' }

const failures: Readonly<Record<Lang, Record<string, string>>> = { en: en.failures, zh: zh.failures }

/** A failed delivery. The message is a code for the user, such as `ENOTFOUND` or `HTTP 500`. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
}

/** A failure in the reader's language, with its code; an unknown code is shown alone. */
export function failureText(code: string, lang: Lang): string {
  const words = failures[lang][code]
  if (words === undefined) return code
  return lang === 'zh' ? `${words}（${code}）` : `${words} (${code})`
}
