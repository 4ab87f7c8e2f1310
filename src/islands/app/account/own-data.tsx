import { PanelHead } from '#ui/panel-head.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { CloseAccount } from './close-account.tsx'
import { $closing, saveData } from './own-data-store.ts'
import { useStepUp } from './step-up.tsx'
import { a } from './texts.ts'

/** Export of the user's stored data, and closing of the account. */
export function OwnPanel() {
  const { run, busy, dialog } = useStepUp()
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="own">
      <PanelHead
        id="own"
        title={a('own.title')}
        text={a('own.exportText')}
        action={
          <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void run(saveData)}>
            {a('own.export')}
          </SteadyButton>
        }
      />
      {dialog}
      <Loaded store={$closing} skeleton={<LinesSkeleton lines={2} />} flush>
        {(state) => <CloseAccount {...state} />}
      </Loaded>
    </section>
  )
}
