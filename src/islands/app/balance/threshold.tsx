import { useState } from 'react'
import { AMOUNT_FIELD_LENGTH } from '#lib/money/parse-amount.ts'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { ambiguous } from '../core/texts/ambiguous.ts'
import { useT } from '../core/texts/i18n.ts'
import { isAmount } from './recharge-form.tsx'
import { $overview, setThreshold } from './store.ts'
import { m } from './texts.ts'

/** Threshold of the low-balance alert. */
export function Threshold() {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="threshold">
      <h2 id="threshold" className="title text-lg">
        {m('threshold.title')}
      </h2>
      <p className="text-sm text-muted mt-1 mb-5">{m('threshold.text')}</p>
      <Loaded store={$overview} skeleton={<LinesSkeleton lines={2} />} flush>
        {({ threshold }) => <ThresholdForm key={threshold ?? ''} current={threshold ?? ''} />}
      </Loaded>
      <p className="text-sm text-muted mt-5">{m('threshold.zero')}</p>
    </section>
  )
}

function ThresholdForm({ current }: { current: string }) {
  const t = useT()
  const [text, setText] = useState(current)
  const typedText = text.trim()
  const form = useForm<'amount'>({
    check: () =>
      typedText === '' || isAmount(typedText)
        ? undefined
        : { field: 'amount', text: ambiguous(t, typedText) ?? m('threshold.wrong') },
    send: async () => {
      await setThreshold(typedText === '' ? null : typedText)
      toast('success', m(typedText === '' ? 'threshold.stopped' : 'threshold.saved'))
      return undefined
    },
    refusals: { rest: 'amount' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <TextField
        label={m('threshold.amount')}
        value={text}
        onChange={form.typed('amount', setText)}
        error={form.errorOf('amount')}
        maxLength={AMOUNT_FIELD_LENGTH}
      />
      <SteadyButton type="submit" className="btn-line h-12" off={form.busy} aria-busy={form.busy}>
        {m('threshold.save')}
      </SteadyButton>
    </form>
  )
}
