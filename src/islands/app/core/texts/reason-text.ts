import { currentLocale } from '#lib/session/locale.ts'

/** An operator's reason in the reader's language, or in the only language it has. */
export const reasonText = ({ reason, reasonZh }: { reason: string | null; reasonZh: string | null }): string =>
  (currentLocale() === 'zh' && reasonZh) || (reason ?? '')
