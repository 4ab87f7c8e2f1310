import * as v from 'valibot'
import type { Errors, FormSchema } from './form.ts'

type Checked<S extends FormSchema> =
  | { values: v.InferOutput<S>; errors?: undefined }
  | { errors: Errors; values?: undefined }

/** The values of a form, or the first error of each field. */
export function check<S extends FormSchema>(schema: S, data: FormData, say: (key: string) => string): Checked<S> {
  const parsed = v.safeParse(schema, Object.fromEntries(data))
  if (parsed.success) return { values: parsed.output }
  const errors: Record<string, string> = {}
  for (const issue of parsed.issues) errors[v.getDotPath(issue) ?? ''] ??= say(issue.message)
  return { errors }
}
