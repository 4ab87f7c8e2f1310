import { useT } from '../texts/i18n.ts'

/** The line below sorted rows that are a part of a list: the order is of these rows only. */
export function usePartNote() {
  const t = useT()
  return (shown: number, total = shown): string | undefined =>
    total > shown ? t('pager.sorted', { shown, total }) : undefined
}
