import { useT } from '../i18n.ts'
import type { ScreenName } from '../screens.ts'
import { AccountMenu } from './account-menu.tsx'
import { navGroups } from './nav.ts'
import { NavLink } from './nav-link.tsx'
import { SettlementClock } from './settlement-clock.tsx'

export function LogoMark() {
  return (
    <svg className="size-6" viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path fill="currentColor" d="M4 4h5v20H4zM12 4h12l-3.2 5H17v15h-5z" />
      <path fill="var(--color-primary)" d="M17 11.5h7.2L21 16.5h-4z" />
    </svg>
  )
}

/** From 1024 px on. On phones the dock and its sheet take its place. */
export function Sidebar({ current }: { current: ScreenName | undefined }) {
  const t = useT()
  return (
    <aside className="hidden lg:flex flex-col sticky top-0 h-dvh border-r border-line px-3 py-4">
      <div className="px-2 pb-5 pt-1">
        <a href="/user/overview-main/overview" className="inline-flex items-center gap-2">
          <LogoMark />
          <span className="text-lg font-bold tracking-[-.03em] [font-stretch:114%]">{t('brand')}</span>
        </a>
      </div>
      <nav className="flex-1 overflow-y-auto" aria-label={t('nav.main')}>
        {navGroups.map(({ label, items }) => (
          <div key={label ?? ''} className={label ? 'mt-5' : ''}>
            {label && <div className="px-2.5 pb-1.5 text-xs text-faint">{t(`nav.${label}`)}</div>}
            <div className="grid gap-0.5">
              {items.map((item) => (
                <NavLink key={item.screen} item={item} current={current} />
              ))}
            </div>
          </div>
        ))}
      </nav>
      <SettlementClock />
      <AccountMenu />
    </aside>
  )
}
