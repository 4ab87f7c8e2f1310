import { useState } from 'react'
import { AMOUNT_FIELD_LENGTH, parseDecimal, parseWhole } from '#lib/money/parse-amount.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { LabelledField, TextField } from '../../core/forms/labelled-field.tsx'
import { useForm } from '../../core/forms/use-form.ts'
import { ambiguous } from '../../core/texts/ambiguous.ts'
import { type T, useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { offer } from './store.ts'

type Field = 'name' | 'region' | 'network' | 'price' | 'about' | 'consent'

const empty = { name: '', region: '', network: '100', price: '', about: '' }
type Texts = typeof empty

/** Validation errors, top field first. */
function errorsIn(t: T, { name, region, network, price, about }: Texts, isAgreed: boolean) {
  const wrong = (field: Field, text: string) => ({ field, text })
  if (name.trim() === '') return wrong('name', m('offering.nameMissing'))
  if (region.trim() === '') return wrong('region', m('offering.regionMissing'))
  if (!/^[1-9]\d{0,5}$|^1000000$/.test(parseWhole(network) ?? '')) return wrong('network', m('offering.networkWrong'))
  const paid = parseDecimal(price) ?? ''
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(paid) || !/[1-9]/.test(paid))
    return wrong('price', ambiguous(t, price) ?? m('offering.priceWrong'))
  if (about.trim() === '') return wrong('about', m('offering.aboutMissing'))
  return isAgreed ? undefined : wrong('consent', m('offering.consentMissing'))
}

/** Form that describes a machine and submits it for review. */
export function OfferForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const [texts, setTexts] = useState(empty)
  const [isAgreed, setAgreed] = useState(false)
  const form = useForm<Field>({
    check: () => errorsIn(t, texts, isAgreed),
    send: async () => {
      const { network, ...rest } = texts
      const [name, region, price, about] = [rest.name, rest.region, rest.price, rest.about].map((one) => one.trim())
      await offer({
        ...{ name: name ?? '', region: region ?? '', price: price ?? '', about: about ?? '' },
        networkMbps: Number(parseWhole(network)),
      })
      toast('success', m('machines.offered'))
      onDone()
      return undefined
    },
    refusals: { rest: 'consent' },
  })
  const line = (field: keyof Texts, maxLength: number) => ({
    value: texts[field],
    onChange: form.typed(field, (text: string) => setTexts((now) => ({ ...now, [field]: text }))),
    error: form.errorOf(field),
    maxLength,
  })
  const about = line('about', 300)
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <Hinted hint={m('offering.nameHint')}>
        <TextField label={m('offering.name')} {...line('name', 48)} />
      </Hinted>
      <Hinted hint={m('offering.regionHint')}>
        <TextField label={m('offering.region')} {...line('region', 40)} />
      </Hinted>
      <div className="grid grid-cols-1 sm:grid-cols-2 gap-4 items-start">
        <TextField label={m('offering.price')} {...line('price', AMOUNT_FIELD_LENGTH)} />
        <TextField label={m('offering.network')} {...line('network', AMOUNT_FIELD_LENGTH)} />
      </div>
      <Hinted hint={m('offering.aboutHint')}>
        <LabelledField label={m('offering.about')} error={about.error}>
          {(id) => (
            <textarea
              id={id}
              className="input w-full h-auto py-3 whitespace-pre-wrap"
              rows={3}
              value={about.value}
              maxLength={about.maxLength}
              aria-invalid={about.error !== undefined}
              aria-describedby={`${id}-error`}
              // It is kept as one line.
              onChange={({ currentTarget }) => about.onChange(currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
            />
          )}
        </LabelledField>
      </Hinted>
      <Consent
        isAgreed={isAgreed}
        error={form.errorOf('consent')}
        onChange={form.typed('consent', () => setAgreed(!isAgreed))}
      />
      <SteadyButton type="submit" className="btn-primary btn-block h-12" off={form.busy} aria-busy={form.busy}>
        {m('offering.send')}
      </SteadyButton>
    </form>
  )
}

function Hinted({ hint, children }: { hint: string; children: React.ReactNode }) {
  return (
    <div>
      {children}
      <p className="text-xs text-muted mt-1.5">{hint}</p>
    </div>
  )
}

interface ConsentProps {
  isAgreed: boolean
  error: string | undefined
  onChange: (text: string) => void
}

function Consent({ isAgreed, error, onChange }: ConsentProps) {
  return (
    <div>
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-4 mt-0.5 shrink-0"
          checked={isAgreed}
          aria-invalid={error !== undefined}
          aria-describedby="consent-error"
          onChange={() => onChange('')}
        />
        {m('offering.consent')}
      </label>
      <p id="consent-error" role="alert" className="mt-1.5 text-xs text-error empty:hidden">
        {error}
      </p>
    </div>
  )
}
