import { useState } from 'react'
import { utcDate } from '#lib/time/format.ts'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { ConfirmDialog } from '../core/forms/confirm-dialog.tsx'
import { $counts, refuseReminders } from './store.ts'
import { m } from './texts.ts'

/** The user's inviter, and the choice of reminders. */
export function Referrer() {
  return (
    <section className="panel xl:col-span-12 p-5 lg:p-6" aria-labelledby="referrer">
      <h2 id="referrer" className="title text-lg mb-3">
        {m('referrer.title')}
      </h2>
      <Loaded store={$counts} skeleton={<LinesSkeleton lines={3} />} flush>
        {({ referrer }) =>
          referrer ? (
            <div className="grid gap-3 text-sm">
              <p>{m('referrer.text', { account: referrer.account, day: utcDate(referrer.since) })}</p>
              {referrer.remindersRefused ? <p className="text-muted">{m('referrer.stopped')}</p> : <NoReminders />}
            </div>
          ) : (
            <p className="text-sm text-muted">{m('referrer.none')}</p>
          )
        }
      </Loaded>
    </section>
  )
}

function NoReminders() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className="text-muted">{m('referrer.stopText')}</p>
      <button type="button" className="btn btn-line btn-sm justify-self-start" onClick={() => setOpen(true)}>
        {m('referrer.stop')}
      </button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={m('referrer.sure')}
        text={m('referrer.sureText')}
        cancel={m('referrer.keep')}
        confirm={m('referrer.stop')}
        act={refuseReminders}
      />
    </>
  )
}
