import type * as v from 'valibot'

/** Errors by field name; '' is the whole form. */
export type Errors = Readonly<Record<string, string>>

export type FormSchema = v.GenericSchema<Record<string, unknown>>
