import { call, setPageLocale } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import { refuseRemindersByMail } from '#lib/contract/reminders.ts'
import type { Locale } from '#lib/i18n/locales.ts'

/** Ends reminders by the ticket of a mail; returns the outcome. */
export async function refuseByMail(ticket: string, locale: Locale): Promise<'done' | 'wrong' | 'offline'> {
  setPageLocale(locale)
  if (ticket === '') return 'wrong'
  try {
    await call(refuseRemindersByMail, { ticket })
    return 'done'
  } catch (error) {
    return error instanceof RefusedError ? 'wrong' : 'offline'
  }
}
