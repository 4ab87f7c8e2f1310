import { useStore } from '@nanostores/react'
import { Component, type ReactNode } from 'react'
import { LoadFailed } from '#ui/error-panel.tsx'
import { useT } from '../texts/i18n.ts'
import { $leaving, loadAnew } from './new-build.ts'
import { ScreenSkeleton } from './skeleton.tsx'

/** A screen whose code can't be loaded leaves the shell alive. React knows error boundaries as classes only. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ScreenFailed /> : this.props.children
  }
}

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
        onRetry={() => void loadAnew()}
      />
    </section>
  )
}
