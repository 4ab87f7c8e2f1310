import { useRef, useState } from 'react'
import { MAX_CONTENT } from '#lib/rules/feedback.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { useT } from '../core/texts/i18n.ts'
import { TextField } from './fields.tsx'
import { followUp, newMessageId, type Report } from './store.ts'
import { m } from './texts.ts'

/** Adds a word to a reply, for as long as the report is open. */
export function FollowUpForm({ report, until }: { report: Report; until: number }) {
  const t = useT()
  const [content, setContent] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const requestId = useRef(newMessageId())
  const send = async (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    if (content.trim() === '') return setError(m('contentEmpty'))
    setBusy(true)
    try {
      await followUp(report, content.trim(), requestId.current)
      toast('success', m('added'))
      requestId.current = newMessageId()
      setContent('')
    } catch (failure) {
      setError(actionErrorText(t, failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="mt-5 grid gap-3" onSubmit={(event) => void send(event)}>
      <TextField
        label={m('followUp')}
        hint={m('openUntil', { time: utcDateTime(until) })}
        value={content}
        longest={MAX_CONTENT}
        error={error}
        onChange={(text) => {
          setContent(text)
          setError(undefined)
        }}
      />
      <SteadyButton type="submit" className="btn-primary justify-self-start" off={busy} aria-busy={busy}>
        {m('addWord')}
      </SteadyButton>
    </form>
  )
}
