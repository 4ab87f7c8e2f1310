import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'

/** Errors by field name; '' is the whole form. */
export type Errors = Readonly<Record<string, string>>

interface FormOptions<S extends v.GenericSchema<Record<string, unknown>>> {
  schema: S
  /** Sends the form. Returns errors, or undefined on success. */
  submit(values: v.InferOutput<S>): Promise<Errors | undefined>
  /** The sentence of a schema's message key. */
  say(key: string): string
}

function check<S extends v.GenericSchema<Record<string, unknown>>>(options: FormOptions<S>, data: FormData) {
  const parsed = v.safeParse(options.schema, Object.fromEntries(data))
  if (parsed.success) return { values: parsed.output }
  const errors: Record<string, string> = {}
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= options.say(issue.message)
  return { errors }
}

/**
 * A form whose fields keep their input. Disabled until its script runs, so that a password is never sent by the
 * browser's own submit; errors stay beside their fields until corrected, and the first new one gets the focus.
 */
export function useForm<S extends v.GenericSchema<Record<string, unknown>>>(options: FormOptions<S>) {
  const ref = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [shownErrors, setShownErrors] = useState<Errors>({})
  /** Sets errors, replacing those of these fields, or of all. */
  const show = (found: Errors, about?: readonly string[]) => {
    setErrors((known) => ({ ...(about && without(known, about)), ...found }))
    setShownErrors(found)
  }
  const submit = async (data: FormData) => {
    const checked = check(options, data)
    setPending(true)
    try {
      show(checked.errors ?? (await options.submit(checked.values)) ?? {})
    } finally {
      setPending(false)
    }
  }
  useEffect(() => {
    setReady(true)
    import('#ui/translators.ts').catch(() => undefined)
  }, [])
  useEffect(() => {
    const wrong = ref.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [role="alert"]') ?? []
    ;[...wrong].find((field) => (field.getAttribute('name') ?? '') in shownErrors)?.focus()
  }, [shownErrors])
  return {
    errors,
    pending,
    ready,
    show,
    form: {
      ref,
      noValidate: true,
      method: 'post',
      onInput: ({ target }: React.SyntheticEvent<HTMLFormElement>) =>
        setErrors((known) => without(known, [(target as HTMLInputElement).name, ''])),
      onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        if (!pending) void submit(new FormData(event.currentTarget))
      },
    } as const,
  }
}

const without = (errors: Errors, names: readonly string[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)))

/** Form state used by its parts. */
export type FormState = Pick<ReturnType<typeof useForm>, 'errors' | 'ready' | 'show' | 'form'>
