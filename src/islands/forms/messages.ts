import type { Locale } from '#lib/i18n/locales.ts'
import en from '#locales/en/auth.json'
import zh from '#locales/zh/auth.json'

export type FormMessages = typeof en

const forms = ['login', 'register', 'reset'] as const

/** The texts of one form. They are part of the page, so those of other forms and of the page itself are left out. */
export function formMessages(locale: Locale, form: (typeof forms)[number]): FormMessages {
  const others = forms.filter((one) => one !== form)
  const left = new Set<string>([...others, 'phone', 'home', 'noScript'])
  if (form !== 'login') left.add('demo')
  if (form === 'reset') for (const key of ['or', 'consent']) left.add(key)
  return Object.fromEntries(Object.entries({ en, zh }[locale]).filter(([key]) => !left.has(key))) as FormMessages
}
