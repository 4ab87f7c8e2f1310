// Fields of the editor, from the schemas of the front matter (src/content/schemas.ts).
import { z } from 'astro/zod'

/** The parts of JSON Schema that our schemas come down to. */
interface Property {
  type?: string
  format?: string
  enum?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  items?: { type?: string; anyOf?: { const: number }[] }
}

/** A field of Decap's configuration, which Sveltia CMS reads. */
export interface Field {
  name: string
  widget: string
  required: boolean
  i18n: boolean | 'duplicate'
  [option: string]: unknown
}

/** As they stand in our texts, so that a saved text differs in what was changed alone. Fields of no place here come last. */
const order = ['title', 'question', 'description', 'group', 'order', 'updated', 'translationOf', 'types', 'aliases']
const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** Fields that are the same in both languages; all others are written in each. */
const shared = new Set(['order', 'group', 'drawing', 'types', 'aliases'])

function widgetOf(property: Property, place: string): { widget: string; [option: string]: unknown } {
  const { type, format, minLength = 0, maxLength, items } = property
  if (format === 'date') return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD' }
  if (property.enum) return { widget: 'select', options: property.enum }
  if (type === 'string' && maxLength !== undefined)
    return { widget: 'text', pattern: [`^[^]{${minLength},${maxLength}}$`, `${minLength}–${maxLength}`] }
  if (type === 'string') return { widget: 'string' }
  if (type === 'integer') return { widget: 'number', value_type: 'int', min: property.minimum, step: 1 }
  // A switch would write `false` into every text.
  if (type === 'boolean') return { widget: 'select', options: [{ label: 'true', value: true }] }
  if (type === 'array' && items?.anyOf)
    return {
      widget: 'select',
      multiple: true,
      options: items.anyOf.map(({ const: value }) => ({ label: `${value}`, value })),
    }
  if (type === 'array' && items?.type === 'string') return { widget: 'list' }
  throw new Error(
    `${place}: the editor has no widget for ${JSON.stringify(property)}. Add one to scripts/editor/fields.ts`,
  )
}

/** The fields of a collection in the order of its schema, and its text. */
export function fieldsOf(folder: string, schema: z.ZodType): Field[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date') jsonSchema.format = 'date'
    },
  })
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    ...widgetOf(property as Property, `${folder}.${name}`),
    required: required.includes(name),
    i18n: shared.has(name) ? ('duplicate' as const) : true,
  }))
  fields.sort((one, other) => placeOf(one.name) - placeOf(other.name))
  // As Markdown alone: the editor's rich text would rewrite figures, notes and tabs.
  return [...fields, { name: 'body', widget: 'markdown', modes: ['raw'], required: true, i18n: true }]
}
