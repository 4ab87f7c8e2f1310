import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { closing } from '#lib/contract/own-account.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dated } from '#ui/dated.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../calls/loaded.tsx'
import { useT } from '../texts/i18n.ts'
import { $closing, closeAccount, keepAccount, saveData } from './own-store.ts'
import { useProven } from './proving.tsx'
import { a } from './texts.ts'

/** What is kept about the user as a file, and the way out. */
export function OwnPanel() {
  const { run, busy, dialog } = useProven()
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
        {(state) => <Closing {...state} />}
      </Loaded>
    </section>
  )
}

function Closing({ closesAt, obstacles }: ReplyOf<typeof closing>) {
  const t = useT()
  const { run, busy, dialog } = useProven()
  const [asking, ask] = useState(false)
  const keep = () =>
    run(async () => {
      await keepAccount()
      toast('success', a('own.kept'))
    })
  const close = () => {
    ask(false)
    void run(async () => toast('success', a('own.asked', { time: utcDateTime(await closeAccount()) })))
  }
  if (closesAt !== null)
    return (
      <div
        role="alert"
        className="tone tone-error border rounded-field px-4 py-3 text-sm grid gap-2 justify-items-start"
      >
        <p>
          <Dated text={a('own.closes', { time: utcDateTime(closesAt) })} />
        </p>
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => void keep()}>
          {a('own.keep')}
        </SteadyButton>
      </div>
    )
  const isFree = obstacles.length === 0
  return (
    <div className="grid gap-2 justify-items-start">
      {!isFree && (
        <div className="text-sm text-muted">
          <p>{a('own.way')}</p>
          <ul className="list-disc pl-5">
            {obstacles.map((one) => (
              <li key={one}>{a(`own.obstacles.${one}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <SteadyButton className="btn-ghost btn-sm text-error" off={busy || !isFree} onClick={() => ask(true)}>
        {a('own.close')}
      </SteadyButton>
      {dialog}
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={a('own.closeTitle')}
        closeLabel={t('close')}
        footer={
          <>
            <button type="button" className="btn btn-line" onClick={() => ask(false)}>
              {a('own.keep')}
            </button>
            <button type="button" className="btn btn-neutral" onClick={close}>
              {a('own.closeGo')}
            </button>
          </>
        }
      >
        <p>{a('own.closeText')}</p>
      </Dialog>
    </div>
  )
}
