import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { utcDateTime } from '#lib/time/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { $link, $made, makeLink, revokeLink } from './store.ts'

/** Creates and revokes a public link to the watcher. */
export function ShareLink() {
  const t = useT()
  const since = useStore($link).data?.since
  const made = useStore($made)
  const [busy, setBusy] = useState(false)
  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    await act().catch((error: unknown) => toast('error', actionErrorText(t, error)))
    setBusy(false)
  }
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="share">
      <h2 id="share" className="title text-lg">
        {m('share.title')}
      </h2>
      <p className="text-sm text-muted">{since ? m('share.since', { time: utcDateTime(since) }) : m('share.text')}</p>
      {made && (
        <p className="well flex items-center gap-2 pl-3.5 pr-1.5 py-1.5">
          <span className="code flex-1 min-w-0 wrap-anywhere">{made}</span>
          <CopyButton text={made} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
        </p>
      )}
      {made && <p className="text-sm text-muted">{m('share.once')}</p>}
      <p className="flex flex-wrap gap-2">
        <SteadyButton className="btn-line" off={busy} onClick={() => void run(makeLink)}>
          {m(since ? 'share.anew' : 'share.make')}
        </SteadyButton>
        {since && (
          <SteadyButton className="btn-ghost text-error" off={busy} onClick={() => void run(revokeLink)}>
            {m('share.revoke')}
          </SteadyButton>
        )}
      </p>
    </section>
  )
}
