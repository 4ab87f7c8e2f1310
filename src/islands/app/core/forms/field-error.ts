import { useEffect, useRef, useState } from 'react'

/** What is wrong with a field. */
export interface FieldError<F extends string> {
  field: F
  text: string
}

/** The one thing that is wrong with a form: it stands beside its field, which has the focus, until something is typed there. */
export function useFieldError<F extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldError<F>>()
  const [told, setTold] = useState(0)
  useEffect(() => {
    if (told > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [told])
  const clear = (field: F) => setWrong((known) => (known?.field === field ? undefined : known))
  return {
    form,
    /** Says what is wrong where the reader is in another field already. */
    setWrong,
    /** Says it of a form that was sent. */
    tell(found: FieldError<F> | undefined) {
      setWrong(found)
      setTold((times) => times + 1)
    },
    /** What was wrong with the field is so no longer. */
    clear,
    errorOf: (field: F) => (wrong?.field === field ? wrong.text : undefined),
    typed: (field: F, keep: (text: string) => void) => (text: string) => {
      keep(text)
      clear(field)
    },
  }
}
