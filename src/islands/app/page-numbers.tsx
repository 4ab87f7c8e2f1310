import { useEffect } from 'react'
import { Pager } from '#ui/pager.tsx'
import { useT } from './i18n.ts'

/** The pager with the app's words. A page whose rows have all gone gives way to the last one that there is. */
export function PageNumbers({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useT()
  useEffect(() => {
    if (pages > 0 && page > pages) onPage(pages)
  }, [page, pages, onPage])
  return (
    <Pager
      page={page}
      pages={pages}
      onPage={onPage}
      label={t('pager.label')}
      previousLabel={t('pager.previous')}
      nextLabel={t('pager.next')}
      text={t('pager.text', { page, pages })}
    />
  )
}
