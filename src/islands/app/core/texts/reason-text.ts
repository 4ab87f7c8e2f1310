import { currentLocale } from '#lib/session/locale.ts'

/** What an operator has written, in the reader's language; where it was written in one, that one. */
export const reasonText = ({ reason, reasonZh }: { reason: string | null; reasonZh: string | null }): string =>
  (currentLocale() === 'zh' && reasonZh) || (reason ?? '')
