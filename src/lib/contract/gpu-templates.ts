import * as v from 'valibot'
import {
  MAX_START_LENGTH,
  MAX_TEMPLATE_DISK_GIB,
  MAX_TEMPLATE_PORTS,
  MAX_VARIABLE_LENGTH,
  MAX_VARIABLES,
  VARIABLE_NAME,
} from '../rules/gpu-templates.ts'
import { MAX_REFERENCE_LENGTH } from '../rules/image-references.ts'
import { pastedText } from '../rules/pasted-text.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields } from './fields.ts'
import { Label, line } from './labels.ts'

/** Templates that a rental starts from (SPEC-9.96): ours, and those that a user has saved. */

const Port = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))
const Ports = v.pipe(v.array(Port), v.maxLength(MAX_TEMPLATE_PORTS))
/** The image as typed; the service completes it. */
const Image = v.pipe(v.string(), v.transform(pastedText), v.maxLength(MAX_REFERENCE_LENGTH))
/** Lines of a shell script. PostgreSQL cannot store a zero. */
const Script = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll('\r\n', '\n')),
  v.maxLength(MAX_START_LENGTH),
  v.check((text) => !text.includes('\0')),
)
/** One line, as an engine reads variables from a file. */
const Value = v.pipe(v.string(), v.maxLength(MAX_VARIABLE_LENGTH), v.regex(/^[^\0\r\n]*$/))

export const TemplateVariable = v.object({
  name: v.pipe(v.string(), v.regex(VARIABLE_NAME)),
  /** Null for a secret: in replies always, in requests to keep the saved one. */
  value: v.nullable(Value),
  isSecret: v.boolean(),
})
export type TemplateVariable = v.InferOutput<typeof TemplateVariable>

const Variables = v.pipe(
  v.array(TemplateVariable),
  v.maxLength(MAX_VARIABLES),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length),
)

export const Template = v.object({
  id: Id,
  name: v.string(),
  image: v.string(),
  start: v.string(),
  ports: v.array(Port),
  /** Disk that it needs at least; 0 where that is not known. */
  diskGib: Count,
  variables: v.array(TemplateVariable),
  /** Whether it is for machines with a GPU only. */
  needsGpu: v.boolean(),
})
export type Template = v.InferOutput<typeof Template>

export const gpuTemplates = endpoint('/gpu/templates', {
  auth: true,
  request: NoFields,
  reply: v.object({
    ours: v.array(Template),
    own: v.array(Template),
    most: Count,
  }),
})

/** Saves a new template, or replaces an own one. Rentals keep what they were started from. */
export const saveTemplate = endpoint('/gpu/template-save', {
  auth: true,
  request: v.object({
    id: v.optional(Id),
    name: Label,
    image: Image,
    start: v.optional(Script, ''),
    ports: v.optional(Ports, []),
    diskGib: v.optional(v.pipe(Count, v.maxValue(MAX_TEMPLATE_DISK_GIB)), 0),
    variables: v.optional(Variables, []),
  }),
  reply: Template,
  refuses: [
    'TEMPLATE_UNKNOWN',
    /** With `most`. */
    'TOO_MANY_TEMPLATES',
    'IMAGE_FORM',
    /** With `registries`. */
    'IMAGE_REGISTRY',
    /** With `name`, of a secret without a value. */
    'TEMPLATE_SECRET_MISSING',
  ],
})

export const removeTemplate = endpoint('/gpu/template-remove', {
  auth: true,
  request: v.object({ id: Id }),
  reply: NoFields,
  refuses: ['TEMPLATE_UNKNOWN'],
})

/** The template of a rental, as it was when the rental began. */
export const RentalTemplate = v.object({
  name: v.string(),
  image: v.string(),
  /** Its web page, with its address while the rental runs and has one to give. */
  page: v.nullable(v.object({ name: line(40), url: v.nullable(v.string()) })),
})
