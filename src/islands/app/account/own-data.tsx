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
    <section className="panel p-5 lg:p-6 grid gap-4 justify-items-start" aria-labelledby="own">
      <h2 id="own" className="title text-lg">
        {a('own.title')}
      </h2>
      <div className="grid gap-2 justify-items-start">
        <p className="text-sm text-muted">{a('own.exportText')}</p>
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void run(saveData)}>
          {a('own.export')}
        </SteadyButton>
      </div>
      {dialog}
      <Loaded store={$closing} skeleton={<LinesSkeleton lines={2} />} flush>
        {(state) => <CloseAccount {...state} />}
      </Loaded>
    </section>
  )
}
