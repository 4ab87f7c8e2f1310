import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { a } from './texts.ts'

/** The button beside the name, and its dialog. */
export function RenameButton({ name }: { name: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn-line btn-sm" onClick={() => setOpen(true)}>
        {a('profile.rename')}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={a('profile.rename')} closeLabel={t('close')}>
        <RenameForm before={name} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function RenameForm({ before, onDone }: { before: string; onDone: () => void }) {
  const [name, setName] = useState(before)
  const form = useForm<'name'>({
    check: () => (name.trim() === '' ? { field: 'name', text: a('profile.empty') } : undefined),
    async send() {
      const { rename } = await import('./own-data-store.ts')
      await rename(name.trim())
      toast('success', a('profile.renamed'))
      onDone()
      return undefined
    },
    refusals: { rest: 'name' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <TextField
        label={a('profile.name')}
        value={name}
        onChange={form.typed('name', setName)}
        error={form.errorOf('name')}
        maxLength={48}
      />
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {a('profile.save')}
      </SteadyButton>
    </form>
  )
}
