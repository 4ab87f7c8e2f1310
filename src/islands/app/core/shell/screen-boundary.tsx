import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Boundary } from '#ui/boundary.tsx'
import { LoadFailed } from '#ui/error-panel.tsx'
import { useT } from '../texts/i18n.ts'
import { $leaving, reloadPage } from './reload-page.ts'
import { ScreenSkeleton } from './skeleton.tsx'

/** A screen whose code fails to load, or that fails as a whole, leaves the shell usable. */
export const ScreenBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary instead={() => <ScreenFailed />}>{children}</Boundary>
)

function ScreenFailed() {
  const t = useT()
  if (useStore($leaving)) return <ScreenSkeleton />
  return (
    <section className="panel">
      <LoadFailed
        title={t('failed.screen')}
        text={t('failed.miners')}
        retryLabel={t('tryAgain')}
        report={{ href: '/messages?fault=', label: t('failed.report') }}
        onRetry={() => void reloadPage()}
      />
    </section>
  )
}
