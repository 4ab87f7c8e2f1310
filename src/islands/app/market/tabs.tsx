import { useStore } from '@nanostores/react'
import { AreaTabs } from '../core/routing/area-tabs.tsx'
import { $line, linesOf } from './line.ts'
import { m } from './texts.ts'

/** The screens of a line. */
export function LineTabs() {
  const line = linesOf[useStore($line)]
  return (
    <AreaTabs
      label={m('tabs.label')}
      tabs={[
        [line.tabs.market, line.market, m('tabs.market')],
        [line.tabs.orders, line.orders, m('tabs.orders')],
        [line.tabs.watcher, line.watcher, m('tabs.watcher')],
      ]}
    />
  )
}
