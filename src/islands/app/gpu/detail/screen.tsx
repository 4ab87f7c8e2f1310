import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { Loaded, useHasLoaded } from '../../core/calls/load-state.tsx'
import { Parts } from '../../core/calls/part.tsx'
import { $keys, LIST } from '../store.ts'
import { m } from '../texts.ts'
import { History } from './history.tsx'
import { MachineHead, MachinePanel } from './machine.tsx'
import { RentForm } from './rent-form.tsx'
import { $detail } from './store.ts'

/** All facts about a machine, with the form to rent it. */
export function GpuDetailScreen() {
  const keysStand = useHasLoaded($keys)
  return (
    <Parts>
      <a href={LIST} className="inline-flex items-center gap-2 text-sm text-muted justify-self-start">
        <Icon path={icons.arrowLeft} className="size-4" />
        {m('detail.back')}
      </a>
      <Loaded store={$detail} skeleton={<RowsSkeleton rows={6} />} listHref={LIST}>
        {(detail) => (
          <Parts className="xl:grid-cols-12 xl:grid-rows-[auto_1fr] items-start">
            <div className="xl:col-span-7">
              <MachineHead detail={detail} />
            </div>
            {/* On a phone directly below the name and the price. */}
            <div className="xl:col-span-5 xl:row-span-2 xl:sticky xl:top-4">
              {keysStand && <RentForm key={detail.offer.id} detail={detail} />}
            </div>
            <div className="xl:col-span-7 grid grid-cols-[minmax(0,1fr)] gap-4">
              <MachinePanel detail={detail} />
              <History detail={detail} />
            </div>
          </Parts>
        )}
      </Loaded>
    </Parts>
  )
}
