import { useState } from 'react'

/** What is wrong with a field. */
export interface Wrong<F extends string> {
  field: F
  text: string
}

/** The one thing that is wrong with a form: it stands beside its field until something is typed there. */
export function useWrong<F extends string>() {
  const [wrong, setWrong] = useState<Wrong<F>>()
  const mend = (field: F) => setWrong((known) => (known?.field === field ? undefined : known))
  return {
    setWrong,
    mend,
    errorOf: (field: F) => (wrong?.field === field ? wrong.text : undefined),
    typed: (field: F, keep: (text: string) => void) => (text: string) => {
      keep(text)
      mend(field)
    },
  }
}
