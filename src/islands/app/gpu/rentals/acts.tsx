import { useState } from 'react'
import type { Rental } from '#lib/contract/gpu.ts'
import { AMOUNT_FIELD_LENGTH, parseWhole } from '#lib/money/parse-amount.ts'
import { formatCount, formatMoney } from '#lib/text/decimal.ts'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { ConfirmDialog } from '../../core/forms/confirm-dialog.tsx'
import { TextField } from '../../core/forms/labelled-field.tsx'
import { useForm } from '../../core/forms/use-form.ts'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { extend, release, restart } from './store.ts'

type OpenDialog = 'release' | 'restart' | 'extend'

/** Actions on a rental, each with a confirmation. */
export function Acts({ rental }: { rental: Rental }) {
  const t = useT()
  const [opened, ask] = useState<OpenDialog>()
  const close = () => ask(undefined)
  const question = opened === 'restart' ? 'restart' : 'release'
  return (
    <div className="flex flex-wrap gap-2">
      <button type="button" className="btn btn-line" onClick={() => ask('extend')}>
        {m('extend.act')}
      </button>
      {rental.state === 'running' && (
        <button type="button" className="btn btn-line" onClick={() => ask('restart')}>
          {m('restart.act')}
        </button>
      )}
      <button type="button" className="btn btn-ghost text-error sm:ml-auto" onClick={() => ask('release')}>
        {m('release.act')}
      </button>
      <ConfirmDialog
        open={opened === 'release' || opened === 'restart'}
        onClose={close}
        title={m(`${question}.title`)}
        text={m(`${question}.text`, { paid: formatMoney(rental.paid) })}
        cancel={m('keep')}
        confirm={m(`${question}.act`)}
        act={() => (question === 'release' ? release(rental) : restart(rental))}
        done={m(`${question}.done`)}
      />
      <Dialog open={opened === 'extend'} onClose={close} title={m('extend.title')} closeLabel={t('close')}>
        <Extend rental={rental} onDone={close} />
      </Dialog>
    </div>
  )
}

function Extend({ rental, onDone }: { rental: Rental; onDone: () => void }) {
  const [hours, setHours] = useState(String(rental.hours ?? ''))
  const [open, setOpen] = useState(rental.hours === null)
  const form = useForm<'hours'>({
    check: () =>
      open || /^[1-9]\d{0,3}$/.test(parseWhole(hours) ?? '') ? undefined : { field: 'hours', text: m('extend.wrong') },
    send: async () => {
      await extend(rental, open ? null : Number(parseWhole(hours)))
      toast('success', m('extend.done'))
      onDone()
      return undefined
    },
    refusals: { rest: 'hours' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4" noValidate>
      <p className="text-muted">{m('extend.text', { most: formatCount(rental.longestHours) })}</p>
      <label className="flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-4 shrink-0"
          checked={open}
          onChange={({ currentTarget }) => setOpen(currentTarget.checked)}
        />
        {m('rent.open')}
      </label>
      {!open && (
        <TextField
          label={m('extend.hours')}
          value={hours}
          onChange={form.typed('hours', setHours)}
          error={form.errorOf('hours')}
          maxLength={AMOUNT_FIELD_LENGTH}
        />
      )}
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {m('extend.act')}
      </SteadyButton>
    </form>
  )
}
