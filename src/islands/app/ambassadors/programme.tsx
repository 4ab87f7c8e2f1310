import { useStore } from '@nanostores/react'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { Apply } from './apply.tsx'
import { DeviceChart } from './chart.tsx'
import { Changes, Profits } from './history.tsx'
import { Levels } from './levels.tsx'
import { RulesButton } from './rules.tsx'
import { $info } from './store.ts'
import { m } from './texts.ts'

/** The ambassador programme: current level, requirements of the next, conditions to keep it, and earnings. */
export function Programme() {
  const info = useStore($info).data
  return (
    <section className="panel xl:col-span-12 overflow-hidden" aria-labelledby="programme">
      <div className="p-5 lg:p-6">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <h2 id="programme" className="title text-lg">
              {m('title')}
            </h2>
            <p className="text-sm text-muted mt-2">{m('text')}</p>
          </div>
          <RulesButton />
        </div>
        <div className="mt-6 min-h-48">
          <Loaded store={$info} skeleton={<LinesSkeleton lines={8} />} flush>
            {(info) => (
              <>
                <Levels info={info} />
                <Apply info={info} />
              </>
            )}
          </Loaded>
        </div>
      </div>
      {info && (info.level > 0 || info.history.length > 0) && (
        <>
          <DeviceChart level={info.level} />
          <Profits />
          <Changes history={info.history} />
        </>
      )}
    </section>
  )
}
