import { useStore } from '@nanostores/react'
import { AreaTabs } from '../core/routing/area-tabs.tsx'
import { $line, linesOf } from './line.ts'
import { m } from './texts.ts'

/** The screens of a line. */
export function LineTabs() {
  const type = useStore($line)
  const line = linesOf[type]
  return (
    <>
      <AreaTabs
        label={m('tabs.label')}
        tabs={[
          [line.tabs.market, line.market, m('tabs.market')],
          [line.tabs.orders, line.orders, m('tabs.orders')],
          [line.tabs.watcher, line.watcher, m('tabs.watcher')],
        ]}
      />
      {type === 2 && <p className="text-sm text-muted max-w-[44em]">{m('tabs.agent')}</p>}
    </>
  )
}
