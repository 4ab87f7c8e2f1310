import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { MAX_CONTACT, MAX_CONTENT, reportCategories } from '#lib/rules/feedback.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { $draft, changeDraft } from './draft.ts'
import { FieldError, TextField } from './fields.tsx'
import { PicturesField } from './pictures-field.tsx'
import { sendReport } from './store.ts'
import { m } from './texts.ts'

interface ReportFormProps {
  /** The id of the failure that led here. */
  fault: string | undefined
  onSent(id: string): void
}

/** The address may be forged, so only a UUID is accepted. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A new report. The draft is stored until it was sent. */
export function ReportForm({ fault, onSent }: ReportFormProps) {
  const t = useT()
  const draft = useStore($draft)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<{ field: 'content' | 'all'; text: string }>()
  useEffect(() => {
    if (fault && UUID.test(fault)) changeDraft({ fault })
  }, [fault])
  const send = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (draft.content.trim() === '') return setWrong({ field: 'content', text: m('contentEmpty') })
    setBusy(true)
    try {
      const id = await sendReport()
      toast('success', m('sent'))
      onSent(id)
    } catch (error) {
      setWrong({ field: 'all', text: actionErrorText(t, error) })
      setBusy(false)
    }
  }
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)}>
      <h2 className="title text-xl">{m('new')}</h2>
      <Category />
      <TextField
        label={m('content')}
        hint={m('contentHint')}
        value={draft.content}
        longest={MAX_CONTENT}
        rows={7}
        error={wrong?.field === 'content' ? wrong.text : undefined}
        onChange={(content) => {
          changeDraft({ content })
          setWrong(undefined)
        }}
      />
      <PicturesField />
      <Contact />
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-4 mt-0.5 shrink-0"
          checked={draft.consents}
          onChange={({ currentTarget }) => changeDraft({ consents: currentTarget.checked })}
        />
        <span>{m('consent')}</span>
      </label>
      {draft.fault && (
        <p className="text-xs text-muted break-words">
          {m('fault')} <span className="code">{draft.fault}</span>
        </p>
      )}
      <FieldError id="report-error" error={wrong?.field === 'all' ? wrong.text : undefined} />
      <SteadyButton type="submit" className="btn-primary justify-self-start" off={busy} aria-busy={busy}>
        {m('send')}
      </SteadyButton>
    </form>
  )
}

function Category() {
  const id = useId()
  const { category } = useStore($draft)
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {m('category')}
      </label>
      <select
        id={id}
        className="select w-full h-12"
        value={category}
        onChange={({ currentTarget }) => {
          const chosen = reportCategories.find((one) => one === currentTarget.value)
          if (chosen) changeDraft({ category: chosen })
        }}
      >
        {reportCategories.map((one) => (
          <option key={one} value={one}>
            {m(`categories.${one}`)}
          </option>
        ))}
      </select>
    </div>
  )
}

function Contact() {
  const id = useId()
  const { contact } = useStore($draft)
  return (
    <div>
      <label htmlFor={id} className="text-sm font-medium block mb-1.5">
        {m('contact')}
      </label>
      <input
        id={id}
        className="input w-full h-12"
        value={contact}
        maxLength={MAX_CONTACT}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => changeDraft({ contact: currentTarget.value })}
      />
      <p id={`${id}-hint`} className="mt-1 text-xs text-faint">
        {m('contactHint')}
      </p>
    </div>
  )
}
