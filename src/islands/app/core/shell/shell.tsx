import type { ReactNode } from 'react'
import { Boundary } from '#ui/boundary.tsx'
import { useMedia } from '#ui/media.ts'
import type { ScreenName } from '../routing/screens.ts'
import { useLanguage } from '../texts/i18n.ts'
import { Bell } from './bell.tsx'
import { LanguageButton, ThemeButton } from './choices.tsx'
import { DemoBar } from './demo-bar.tsx'
import { Dock } from './dock.tsx'
import { Outdated } from './outdated.tsx'
import { LogoMark, Sidebar } from './sidebar.tsx'

interface ShellProps {
  current: ScreenName | undefined
  title: string
  children: ReactNode
}

/**
 * The frame of every screen. The same markup is in the page's HTML before any script: with sidebar and dock, of which
 * CSS shows one.
 */
export function Shell({ current, title, children }: ShellProps) {
  const { t } = useLanguage()
  const isWide = useMedia('(min-width: 64rem)')
  return (
    <>
      <a className="btn btn-primary fixed z-40 left-4 top-2 not-focus:sr-only" href="#main">
        {t('skip')}
      </a>
      <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)] min-h-dvh print:block!">
        <Boundary of={current}>{isWide !== false && <Sidebar current={current} />}</Boundary>
        <div className="min-w-0">
          <header className="sticky print:static! top-0 z-20 bg-base-200/88 backdrop-blur-md border-b border-line lg:border-transparent">
            <div className="flex items-center gap-2 h-14 lg:h-16 px-4 sm:px-6 lg:px-8 max-w-[78rem] mx-auto">
              <a className="lg:hidden" href="/user/overview-main/overview" aria-label={t('brand')}>
                <LogoMark />
              </a>
              <h1 tabIndex={-1} className="title text-lg lg:text-2xl truncate ml-1 lg:ml-0 outline-none">
                {title}
              </h1>
              <div className="flex-1" />
              <div className="hidden sm:flex items-center">
                <LanguageButton />
                <ThemeButton />
              </div>
              <Boundary of={current}>
                <Bell />
              </Boundary>
            </div>
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="px-4 sm:px-6 lg:px-8 pb-24 lg:pb-12 max-w-[78rem] mx-auto pt-4 lg:pt-2 outline-none"
          >
            <Boundary of={current}>
              <Outdated />
            </Boundary>
            {children}
          </main>
        </div>
      </div>
      <DemoBar />
      <Boundary of={current}>{isWide !== true && <Dock current={current} />}</Boundary>
    </>
  )
}
