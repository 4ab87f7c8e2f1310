import { useStore } from '@nanostores/react'
import { $isDemo } from '#lib/session/demo.ts'
import { useT } from '../texts/i18n.ts'

/** Marks the figures as simulated on every screen. At the lower edge, over free space, so that nothing moves. */
export function DemoBar() {
  const t = useT()
  const isDemo = useStore($isDemo)
  if (!isDemo) return null
  return (
    <p
      className="fixed print:static! z-20 inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] lg:bottom-0 lg:left-[15.5rem] tone tone-warning border-t px-4 py-1 text-xs text-center"
      role="note"
    >
      {t('demo')}
    </p>
  )
}
