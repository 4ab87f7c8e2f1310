import { localize } from '#lib/i18n/locales.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '../core/forms/use-action.ts'
import { useLanguage } from '../core/texts/i18n.ts'
import { saveProof } from './proof-store.ts'
import { m } from './texts.ts'

/** Download of the user's part of the nightly proof of liabilities. */
export function BalanceProof() {
  const { busy, act } = useAction()
  const { locale } = useLanguage()
  const save = async () => toast('success', m('proof.saved', { day: await saveProof() }))
  return (
    <section className="panel p-5 lg:p-6 grid gap-4 justify-items-start" aria-labelledby="proof">
      <div>
        <h2 id="proof" className="title text-lg">
          {m('proof.title')}
        </h2>
        <p className="text-sm text-muted mt-1 max-w-[42em]">{m('proof.text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <SteadyButton className="btn-line btn-sm" off={busy} aria-busy={busy} onClick={() => act(save)}>
          {m('proof.download')}
        </SteadyButton>
        <a className="btn btn-ghost btn-sm" href={localize('/proofs', locale)}>
          {m('proof.how')}
        </a>
      </div>
    </section>
  )
}
