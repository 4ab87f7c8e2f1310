import { useEffect, useRef } from 'react'
import type { ScreenName } from '../routing/screens.ts'
import { useT } from '../texts/i18n.ts'
import { AccountMenu } from './account-menu.tsx'
import { NavGroups } from './nav-groups.tsx'
import { SettlementClock } from './settlement-clock.tsx'

export function LogoMark() {
  return (
    <svg className="size-6" viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path fill="currentColor" d="M4 4h5v20H4zM12 4h12l-3.2 5H17v15h-5z" />
      <path fill="var(--color-primary)" d="M17 11.5h7.2L21 16.5h-4z" />
    </svg>
  )
}

/** From 1024 px on. On phones the dock and its sheet replace it. */
export function Sidebar({ current }: { current: ScreenName | undefined }) {
  const t = useT()
  const nav = useRef<HTMLElement>(null)
  // In a low window the row of the screen may be scrolled out.
  useEffect(() => {
    if (current) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <aside className="hidden lg:flex flex-col sticky top-0 h-dvh border-r border-line px-3 py-4">
      <div className="px-2 pb-5 pt-1">
        <a href="/user/overview-main/overview" className="inline-flex items-center gap-2">
          <LogoMark />
          <span className="text-lg font-bold tracking-[-.03em] [font-stretch:114%]">{t('brand')}</span>
        </a>
      </div>
      <nav ref={nav} className="flex-1 nav-scroll" aria-label={t('nav.main')}>
        <NavGroups current={current} />
      </nav>
      <SettlementClock />
      <AccountMenu />
    </aside>
  )
}
