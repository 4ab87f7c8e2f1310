import { useState } from 'react'
import { Segments } from '#ui/segments.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { t } from './texts.ts'

const tabs = [
  { id: 'pc', label: t('tabs.pc') },
  { id: 'cloud', label: t('tabs.cloud'), count: 3 },
  { id: 'points', label: t('tabs.points') },
]
const segments = [
  { value: 'all', label: t('segments.all'), count: 6 },
  { value: 'on', label: t('segments.online'), count: 4 },
  { value: 'off', label: t('segments.offline'), count: 2 },
] as const

export function Choices() {
  const [tab, setTab] = useState('pc')
  const [value, setValue] = useState<(typeof segments)[number]['value']>('all')
  return (
    <>
      <Tabs name="earnings" label={t('tabs.label')} tabs={tabs} selected={tab} onSelect={setTab} />
      <TabPanel name="earnings" id={tab}>
        <p className="text-sm text-muted">
          {t('tabs.panel', { name: tabs.find(({ id }) => id === tab)?.label ?? '' })}
        </p>
      </TabPanel>
      <div>
        <Segments label={t('segments.label')} segments={segments} value={value} onChange={setValue} />
      </div>
    </>
  )
}
