import { useStore } from '@nanostores/react'
import { $pendingSite, cancelAuthorization } from '#lib/oauth/popup.ts'
import { useT } from '../core/texts/i18n.ts'
import { a } from './texts.ts'

/** Shown while another site's popup is open: where to continue, and a cancel button in case the popup is hidden. */
export function PopupWaiting({ site }: { site: string }) {
  const t = useT()
  if (useStore($pendingSite) !== site) return null
  return (
    <p className="basis-full flex flex-wrap items-center gap-x-3 text-sm text-muted" role="status">
      {a('waiting')}
      <button type="button" className="btn btn-ghost btn-sm" onClick={cancelAuthorization}>
        {t('cancel')}
      </button>
    </p>
  )
}
