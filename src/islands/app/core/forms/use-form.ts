import { useState } from 'react'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { useHold } from '#ui/modal.ts'
import { actionErrorText } from '../calls/error-text.ts'
import { useT } from '../texts/i18n.ts'
import { type FieldError, useFieldError } from './field-error.ts'

/** The field of each refusal of the call; `rest` takes the others, and failures without an answer. */
export type RefusalFields<E extends Endpoint, Field extends string> = {
  readonly [Reason in E['refuses'][number]]?: Field
} & { readonly rest: Field }

interface FormOptions<Field extends string> {
  /** Validation before sending. */
  check: () => FieldError<Field> | undefined
  /** Sends it and does the rest. Its errors are shown at the field in `refusals`; may return a `FieldError`. */
  send: () => Promise<FieldError<Field> | undefined>
  refusals: Readonly<Record<string, Field | undefined>> & { readonly rest: Field }
  /** Called after a failure, before it is shown at its field: to empty a password, for example. */
  onFailed?: (field: Field) => void
}

/**
 * A form with an action: sent once however often it is pressed, held open by its dialog meanwhile (`useHold`), with one
 * error beside its focused field. The call's contract assigns refusals to fields.
 */
export function useForm<Field extends string>({ check, send, refusals, onFailed }: FormOptions<Field>) {
  const t = useT()
  const { form, show, ...fields } = useFieldError<Field>()
  const [busy, setBusy] = useState(false)
  useHold(busy)

  async function submit(event: React.SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    const found = check()
    show(found)
    if (found) return
    setBusy(true)
    try {
      show(await send())
    } catch (error) {
      const { reason } = error as { reason?: string }
      const field = (reason && refusals[reason]) || refusals.rest
      onFailed?.(field)
      show({ field, text: actionErrorText(t, error) })
    } finally {
      setBusy(false)
    }
  }

  return {
    /** For `<form {...props}>`. */
    props: { ref: form, onSubmit: (event: React.SyntheticEvent) => void submit(event) },
    busy,
    ...fields,
  }
}
