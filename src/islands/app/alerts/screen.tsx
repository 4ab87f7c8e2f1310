import type { ReactNode } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded, useHasLoaded } from '../core/calls/load-state.tsx'
import { Parts } from '../core/calls/part.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { useT } from '../core/texts/i18n.ts'
import { Channels } from './channels.tsx'
import { Preferences } from './preferences.tsx'
import { Presets } from './presets.tsx'
import { $settings, mute, type Settings } from './store.ts'
import { m } from './texts.ts'

/** Alerts of the user: events, channels and quiet hours. */
export function AlertsScreen() {
  const t = useT()
  const hasLoaded = useHasLoaded($settings)
  return (
    <Parts>
      <a href="/messages" className="inline-flex items-center gap-2 text-sm text-muted justify-self-start">
        <Icon path={icons.arrowLeft} className="size-4" />
        {t('titles.messages')}
      </a>
      <Panel id="grid" title={m('grid.title')} text={m('grid.text')}>
        <Loaded store={$settings} skeleton={<RowsSkeleton rows={3} />}>
          {() => <Presets />}
        </Loaded>
      </Panel>
      {hasLoaded && <Rest />}
    </Parts>
  )
}

/** Below the presets: drawn after them, so that nothing moves. */
function Rest() {
  return (
    <>
      <Parts className="xl:grid-cols-2">
        <Panel id="ways" title={m('ways.title')}>
          <Loaded store={$settings} skeleton={<RowsSkeleton rows={3} />}>
            {(settings) => <Channels settings={settings} />}
          </Loaded>
        </Panel>
        <Panel id="when" title={m('when')}>
          <Loaded store={$settings} skeleton={<RowsSkeleton rows={3} />}>
            {(settings) => <Preferences settings={settings} />}
          </Loaded>
        </Panel>
      </Parts>
      <Panel id="devices" title={m('devices.title')} text={m('devices.text')}>
        <Loaded store={$settings} skeleton={<RowsSkeleton rows={2} />}>
          {(settings) => <Devices devices={settings.devices} />}
        </Loaded>
      </Panel>
    </>
  )
}

interface PanelProps {
  id: string
  title: string
  text?: string
  children: ReactNode
}

const Panel = ({ id, title, text, children }: PanelProps) => (
  <section className="panel overflow-hidden" aria-labelledby={`alerts-${id}`}>
    <div className="px-5 lg:px-6 pt-5 pb-3">
      <h2 id={`alerts-${id}`} className="title text-lg">
        {title}
      </h2>
      {text && <p className="text-sm text-muted mt-1">{text}</p>}
    </div>
    {children}
  </section>
)

function Devices({ devices }: Pick<Settings, 'devices'>) {
  const { busy, act } = useAction()
  if (devices.length === 0) return <p className="px-5 lg:px-6 pb-5 text-sm text-muted">{m('devices.none')}</p>
  return (
    <ul className="px-5 lg:px-6 pb-2 grid grid-cols-[minmax(0,1fr)] sm:grid-cols-2 xl:grid-cols-3 gap-x-8">
      {devices.map(({ id, name, isMuted }) => (
        <li key={id} className="py-3 border-t border-line">
          <label className="flex items-center gap-3 text-sm cursor-pointer">
            <bdi className="flex-1 min-w-0 break-words">{name}</bdi>
            <span className="text-muted">{m('devices.mute')}</span>
            <input
              type="checkbox"
              className="accent-primary size-5"
              checked={isMuted}
              aria-label={m('devices.muteOne', { name })}
              aria-disabled={busy}
              onChange={() => busy || act(() => mute(id, !isMuted))}
            />
          </label>
        </li>
      ))}
    </ul>
  )
}
