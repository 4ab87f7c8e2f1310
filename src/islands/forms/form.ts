import { startTransition, useActionState, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'

/** Texts to show: a field's name and what is wrong with it; '' stands for the form as a whole. */
export type Errors = Readonly<Record<string, string>>

interface FormOptions<S extends v.GenericSchema<Record<string, unknown>>> {
  schema: S
  /** Sends the form. Says what is wrong, or nothing when it went through. */
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
 * A form whose fields keep what was typed. It is disabled until its script runs, so that a password can never be sent
 * the browser's own way; errors stand beside their fields and the first one gets the focus.
 */
export function useForm<S extends v.GenericSchema<Record<string, unknown>>>(options: FormOptions<S>) {
  const ref = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const [errors, dispatch, pending] = useActionState<Errors, FormData>(async (_, data) => {
    const checked = check(options, data)
    return checked.errors ?? (await options.submit(checked.values)) ?? {}
  }, {})
  useEffect(() => setReady(true), [])
  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [errors])
  return {
    errors,
    pending,
    ready,
    form: {
      ref,
      noValidate: true,
      method: 'post',
      onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        if (!pending) startTransition(() => dispatch(data))
      },
    } as const,
  }
}

/** What the parts of a form need to know of it. */
export type FormState = Pick<ReturnType<typeof useForm>, 'errors' | 'ready' | 'form'>
