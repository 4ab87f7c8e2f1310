import { AreaTabs } from '../core/routing/area-tabs.tsx'
import { LIST, MACHINES, MINE } from './store.ts'
import { m } from './texts.ts'

export function GpuTabs() {
  return (
    <AreaTabs
      label={m('tabs.label')}
      tabs={[
        ['gpuList', LIST, m('tabs.list')],
        ['myGpus', MINE, m('tabs.mine')],
        ['myMachines', MACHINES, m('tabs.machines')],
      ]}
    />
  )
}
