import * as v from 'valibot'
import type { Schema } from '#lib/contract/endpoint.ts'

/** Samples for the contract's schemas: the first one that a schema accepts is its valid value. */
const samples: readonly unknown[] = [
  'none', '4', '0.05', 'legal@example.test', 'f'.repeat(32), '2f1d7e0a-54d6-4f0e-9b53-0e2b1cb0f6a3', '123456', '2026-03-10',
  '2026-03-10.7', '2026-03-10.legal', '2026-03-10.legal.7', '1773100000000.legal', '/', '7K4X2QXA', 'ABCD1234', '1.0.0', 'https://legal.example', '0'.repeat(16), 'f'.repeat(64), `0x${'a'.repeat(64)}`, `0x${'1'.repeat(40)}`,
  'a'.repeat(43), 'legal-ticket.0123456789', 'ETHEREUM', 'UTC', '1'.repeat(168), '',
  1, 0, 3, 60, 1_773_100_000, false, null, { zone: 'UTC', hours: '1'.repeat(168) },
] // biome-ignore format: a table of values reads better in rows

/** The part of a schema's own description that is used here. */
interface Parts {
  type: string
  wrapped?: Schema
  entries?: Record<string, Schema>
  item?: Schema
  literal?: unknown
  options?: readonly unknown[]
}
const partsOf = (schema: Schema) => schema as unknown as Parts
const takes = (schema: Schema, value: unknown) => v.safeParse(schema, value).success

/** The variants of a request: a union has several, any other schema is its own. */
export function formsOf(schema: Schema): Schema[] {
  const { type, options = [] } = partsOf(schema)
  return type === 'union' || type === 'variant' ? options.flatMap((option) => formsOf(option as Schema)) : [schema]
}

/** The fields of a form, each with its schema. */
export const fieldsOf = (form: Schema): [string, Schema][] => Object.entries(partsOf(form).entries ?? {})

/** A valid value of a schema, built from its parts; throws when no sample fits. */
export function validValueOf(schema: Schema, name = 'a value'): unknown {
  const built = build(schema, name)
  if (takes(schema, built)) return built
  const found = samples.find((sample) => takes(schema, sample))
  if (found === undefined) throw new Error(`no sample of tests/_world/valid-values.ts fits ${name}: add one`)
  return found
}

function build(schema: Schema, name: string): unknown {
  const { type, wrapped, entries, item, literal, options = [] } = partsOf(schema)
  if (wrapped) return validValueOf(wrapped, name)
  if (type === 'literal') return literal
  if (type === 'picklist' || type === 'enum') return options[0]
  if (type === 'union' || type === 'variant') return validValueOf(options[0] as Schema, name)
  if (item) return [validValueOf(item, `${name}[]`)]
  if (entries)
    return Object.fromEntries(
      Object.entries(entries).map(([field, one]) => [field, validValueOf(one, `${name}.${field}`)]),
    )
  return undefined
}
