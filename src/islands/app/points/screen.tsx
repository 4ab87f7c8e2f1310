import { useStore } from '@nanostores/react'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Parts } from '../core/calls/part.tsx'
import { PointsBalance } from './balance.tsx'
import { History } from './history.tsx'
import { Statistics } from './statistics.tsx'
import { Tasks } from './tasks.tsx'
import { $ongoing, $tab, showTab, type Tab } from './tasks-store.ts'
import { p } from './texts.ts'

const tabs = ['ongoing', 'past', 'history'] as const

/** Points: total, sources, tasks, and history. */
export function PointsScreen() {
  return (
    <Parts className="xl:grid-cols-12">
      <div className="xl:col-span-4 grid grid-cols-[minmax(0,1fr)]">
        <PointsBalance />
      </div>
      <div className="xl:col-span-8 grid grid-cols-[minmax(0,1fr)]">
        <Statistics />
      </div>
      <div className="xl:col-span-12">
        <TasksAndHistory />
      </div>
    </Parts>
  )
}

function TasksAndHistory() {
  const tab = useStore($tab)
  // Tasks that were finished today are in the list, and not to be done.
  const open = useStore($ongoing).data?.open
  return (
    <section className="panel overflow-hidden" aria-label={p('tabs.label')}>
      <div className="px-5 lg:px-6 pt-3">
        <Tabs
          name="points"
          label={p('tabs.label')}
          tabs={tabs.map((id) => ({
            id,
            label: p(`tabs.${id}`),
            ...(id === 'ongoing' && open !== undefined && { count: open }),
          }))}
          selected={tab}
          onSelect={(id) => showTab(id as Tab)}
        />
      </div>
      <TabPanel name="points" id={tab}>
        {tab === 'history' ? <History /> : <Tasks tab={tab} />}
      </TabPanel>
    </section>
  )
}
