import { Empty } from '#ui/empty.tsx'
import { useT } from '../texts/i18n.ts'

/** Shown for a list whose filter matches nothing. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useT()
  return (
    <Empty
      title={t('noMatch.title')}
      action={
        <button type="button" className="btn btn-line" onClick={onClear}>
          {t('noMatch.clear')}
        </button>
      }
    />
  )
}
