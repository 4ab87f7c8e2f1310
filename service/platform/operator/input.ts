import * as v from 'valibot'
import { wrongUsage } from './errors.ts'
import type { Field, Fields } from './fields.ts'

/** Typed values by the names of their options; a flag is true, and the word of an act is `word`. */
export type RawInput = Readonly<Record<string, string | boolean | undefined>>

/** The checked values of fields. */
export type InputOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never }

/** The option of a field: `titleZh` is typed as `--title-zh`, and its field in a form is `title-zh`. */
export const optionOf = (field: string): string => field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)

/** Validates typed values. Both front ends show the first validation error as it is. */
export function readInput<const F extends Fields>(act: { name: string; fields: F }, input: RawInput): InputOf<F> {
  const checked: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(act.fields)) {
    const schema = field.schema({ option: `--${optionOf(name)}`, act: actWords(act.name) })
    const result = v.safeParse(schema, input[optionOf(name)])
    if (!result.success) throw wrongUsage(result.issues[0].message)
    checked[name] = result.output
  }
  return checked as InputOf<F>
}

/** An act's own words, without the place of a word and its option. */
const actWords = (name: string): string => name.replace(/ [[A-Z-].*$/, '')
