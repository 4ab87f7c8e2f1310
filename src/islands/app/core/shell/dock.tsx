import { useEffect, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Boundary } from '#ui/boundary.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast.ts'
import { firstScreenShown } from '../routing/router.ts'
import type { ScreenName } from '../routing/screens.ts'
import { type Messages, useT } from '../texts/i18n.ts'
import { AccountCard, SignOutRow } from './account-menu.tsx'
import { LanguageRow, ThemeRow } from './choices.tsx'
import { dockItems, isCurrent } from './nav.ts'
import { NavGroups } from './nav-groups.tsx'
import { NavIcon } from './nav-icon.tsx'
import { reloadPage } from './reload-page.ts'
import { SettlementClock } from './settlement-clock.tsx'

/** Loaded after the first screen is shown: no dialog is in the first load. */
const loadSheet = () => import('#ui/dialog.tsx').then(({ Sheet }) => Sheet)

/** The navigation of a phone; rows without room are behind "More". */
export function Dock({ current }: { current: ScreenName | undefined }) {
  const t = useT()
  const [Sheet, setSheet] = useState<Awaited<ReturnType<typeof loadSheet>>>()
  const [open, setOpen] = useState(false)
  useEffect(() => void firstScreenShown.then(loadSheet).catch(() => undefined), [])
  const close = () => setOpen(false)
  const openSheet = async () => {
    try {
      const Loaded = await loadSheet()
      setSheet(() => Loaded)
      setOpen(true)
    } catch {
      toast('error', t('failed.part'))
      void reloadPage()
    }
  }
  return (
    <>
      <nav className="dock lg:hidden border-t border-line bg-base-100 z-30" aria-label={t('nav.dock')}>
        {dockItems.map((item) => (
          <a
            key={item.name}
            href={item.href}
            className={`dock-item ${isCurrent(item, current) ? 'text-primary font-semibold' : 'text-muted'}`}
            aria-current={isCurrent(item, current) ? 'page' : undefined}
          >
            <NavIcon name={item.icon} className="size-5" />
            {t(`dock.${item.name as keyof Messages['dock']}`)}
          </a>
        ))}
        <button type="button" className="dock-item text-muted" aria-haspopup="dialog" onClick={() => void openSheet()}>
          <Icon path={icons.menu} className="size-5" />
          {t('nav.more')}
        </button>
      </nav>
      {Sheet && (
        <Boundary of={open}>
          <Sheet open={open} onClose={close} title={t('nav.more')} closeLabel={t('close')}>
            <AccountCard />
            <SettlementClock />
            {/* biome-ignore lint/a11y: a link inside closes the sheet after it was followed */}
            <div className="-mx-2.5" onClick={(event) => (event.target as Element).closest('a') && close()}>
              <NavGroups current={current} />
            </div>
            <div className="grid gap-0.5 -mx-2.5 border-t border-line pt-3">
              <LanguageRow />
              <ThemeRow />
              <SignOutRow />
            </div>
          </Sheet>
        </Boundary>
      )}
    </>
  )
}
