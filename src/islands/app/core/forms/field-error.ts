import { useEffect, useRef, useState } from 'react'

/** A field's validation error. */
export interface FieldError<F extends string> {
  field: F
  text: string
}

/** The one validation error of a form: shown beside its field, which gets the focus, until something is typed there. */
export function useFieldError<F extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldError<F>>()
  const [focusCount, setFocusCount] = useState(0)
  useEffect(() => {
    if (focusCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focusCount])
  const clear = (field: F) => setWrong((known) => (known?.field === field ? undefined : known))
  return {
    form,
    /** Sets the error while the user is in another field already. */
    setWrong,
    /** Sets the error of a sent form, and focuses its field. */
    show(found: FieldError<F> | undefined) {
      setWrong(found)
      setFocusCount((times) => times + 1)
    },
    /** Removes the field's error. */
    clear,
    errorOf: (field: F) => (wrong?.field === field ? wrong.text : undefined),
    typed: (field: F, onText: (text: string) => void) => (text: string) => {
      onText(text)
      clear(field)
    },
  }
}
