import { useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { Errors, FormSchema } from './errors.ts'
import { type FormCalls, formCalls } from './late-calls.ts'

interface FormOptions<S extends FormSchema> {
  schema(calls: FormCalls): S
  /** Sends the form. Returns errors, or undefined on success. */
  submit(values: v.InferOutput<S>, calls: FormCalls): Promise<Errors | undefined>
  /** The sentence of a schema's message key. */
  say(key: string): string
  /** The sentence shown when the calls of the forms can't be loaded. */
  offline: string
}

async function checkAndSend<S extends FormSchema>(options: FormOptions<S>, data: FormData): Promise<Errors> {
  const calls = await formCalls().catch(() => undefined)
  if (!calls) return { '': options.offline }
  const checked = calls.check(options.schema(calls), data, options.say)
  return checked.errors ?? (await options.submit(checked.values, calls)) ?? {}
}

/**
 * A form whose fields keep their input. Disabled until its script runs, so that a password is never sent by the
 * browser's own submit; errors stay beside their fields until corrected, and the first new one gets the focus.
 */
export function useForm<S extends FormSchema>(options: FormOptions<S>) {
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
    setPending(true)
    try {
      show(await checkAndSend(options, data))
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
