import * as v from 'valibot'
import { keyOf } from '#lib/contract/keys.ts'
import { toUnits } from '#lib/money/coins.ts'
import { ambiguousReadings, parseDecimal, parseWhole } from '#lib/money/parse-amount.ts'
import { visibleText } from '#lib/rules/names.ts'
import { utcDayStart } from '#lib/time/format.ts'
import { wrongUsage } from './errors.ts'
import { phrase, type Text, term } from './phrase.ts'

/** How a schema names its field and its act in an error. */
export interface Naming {
  /** As it is typed, for example `--title-zh`. */
  option: string
  act: string
}

type Typed = string | boolean | undefined

/** One value that an act takes: its schema, and its texts in the help and in a form. */
export interface Field<Value = unknown> {
  schema(naming: Naming): v.GenericSchema<Typed, Value>
  kind: 'line' | 'text' | 'flag'
  /** Beside the field of a form. */
  label?: string
  /** In the help of the program. */
  hint: string
  /** The placeholder of the value in the help, for example `EMAIL`. */
  value?: string
  /** The most characters that a form takes. */
  maxLength?: number
  isRequired?: boolean
  /** The values that it may have, where there are few. */
  choices?: readonly string[]
}

export type Fields = Readonly<Record<string, Field>>

type Parts = Pick<Field, 'hint'> & Partial<Pick<Field, 'label' | 'value' | 'maxLength' | 'kind' | 'choices'>>

/** A value from a text; a check that gives undefined is refused with the sentence. */
export function parsed<Value>(
  parts: Parts,
  parse: (text: string, naming: Naming) => Value | undefined,
  sentence: (naming: Naming, text: string) => Text,
): Field<Value | undefined> {
  return {
    kind: 'line',
    ...parts,
    schema: (naming) =>
      v.pipe(
        v.custom<Typed>((typed) => typeof typed !== 'boolean', `${naming.option} takes a value.`),
        v.rawTransform(({ dataset }) => {
          if (typeof dataset.value !== 'string') return undefined
          const value = parse(dataset.value, naming)
          if (value !== undefined) return value
          // An issue of the schema would have the sentence in English only.
          throw wrongUsage(sentence(naming, dataset.value))
        }),
      ),
  }
}

/** The field, which has to be given; refused with the sentence, or by its name. */
export function required<Value>(field: Field<Value>, sentence?: string): Field<Exclude<Value, undefined>> {
  return {
    ...field,
    isRequired: true,
    schema: (naming) =>
      v.pipe(
        v.custom<Typed>((typed) => {
          if (typeof typed === 'string' && typed.trim() !== '') return true
          throw wrongUsage(sentence ?? phrase`${naming.act} needs ${naming.option} ${field.value ?? 'TEXT'}.`)
        }),
        field.schema(naming) as v.GenericSchema<Typed, Exclude<Value, undefined>>,
      ),
  }
}

/** The field with a value of its own where it is left out. */
export const withDefault = <Value>(field: Field<Value>, value: Exclude<Value, undefined>) =>
  ({
    ...field,
    schema: (naming) =>
      v.pipe(
        field.schema(naming),
        v.transform((input) => (input === undefined ? value : input) as Exclude<Value, undefined>),
      ),
  }) satisfies Field<Exclude<Value, undefined>>

/** The word behind an act's name, as it was typed. */
export const word = (label?: string): Field<string | undefined> =>
  text({ hint: '', ...(label !== undefined && { label }), maxLength: 320 })

/** A text, without spaces around it and invisible characters. */
export const text = (parts: Parts): Field<string | undefined> =>
  parsed({ value: 'TEXT', ...parts }, visibleText, () => '')

/** A line with something in it. */
export const line = (parts: Parts & { maxLength: number }, noun = 'text'): Field<string | undefined> =>
  parsed(
    { value: 'TEXT', ...parts },
    (typed) => {
      const inside = visibleText(typed)
      return inside !== '' && inside.length <= parts.maxLength && !/\p{Cc}/u.test(inside) ? inside : undefined
    },
    ({ option }) => phrase`${option} is a ${term(noun)} of 1 to ${parts.maxLength} characters.`,
  )

export const flag = (parts: Parts): Field<boolean> => ({
  ...parts,
  kind: 'flag',
  schema: () =>
    v.pipe(
      v.custom<Typed>((typed) => typeof typed !== 'string'),
      v.transform((typed) => typed === true),
    ),
})

/** A whole number in a range, however it was typed. */
export const whole = ({ min, max, ...parts }: Parts & { min: number; max: number }): Field<number | undefined> =>
  parsed(
    { value: 'N', maxLength: 40, ...parts },
    (typed) => {
      const value = Number(parseWhole(typed) ?? Number.NaN)
      return Number.isInteger(value) && value >= min && value <= max ? value : undefined
    },
    ({ option }) => phrase`${option} takes a whole number from ${min} to ${max}.`,
  )

const ambiguous = ({ option }: Naming, typed: string): Text => {
  const both = ambiguousReadings(typed)
  return phrase`${option} ${typed.trim()} may be ${both?.whole ?? ''} or ${both?.decimal ?? ''}. Give the one that you mean.`
}

/** A number however it was typed, as a plain decimal string; anything else comes as it is, for the act to refuse. */
export const decimal = (parts: Parts): Field<string | undefined> =>
  parsed(
    { maxLength: 40, ...parts },
    (typed) => (ambiguousReadings(typed) ? undefined : (parseDecimal(typed) ?? typed)),
    ambiguous,
  )

/** Plain decimal digits that a rule reads, refused with the rule's own sentence. */
export const decimalBy = <Value>(
  parts: Parts,
  parse: (digits: string) => Value | undefined,
  sentence: string,
): Field<Value | undefined> =>
  parsed(
    { maxLength: 40, ...parts },
    (typed) => (ambiguousReadings(typed) ? undefined : tryParse(parse, parseDecimal(typed) ?? typed)),
    (naming, typed) =>
      ambiguousReadings(typed) ? ambiguous(naming, typed) : phrase`${naming.option} ${term(sentence)}`,
  )

function tryParse<Value>(parse: (digits: string) => Value | undefined, digits: string): Value | undefined {
  try {
    return parse(digits)
  } catch {
    return undefined
  }
}

/** An amount of USDT above 0, in its smallest units. */
export const usdt = (parts: Parts, example: string): Field<bigint | undefined> =>
  decimalBy(
    { value: 'USDT', ...parts },
    (digits) => {
      const units = toUnits(digits, 'USDT')
      return units > 0n ? units : undefined
    },
    `is a number of USDT above 0, for example ${example}.`,
  )

/** One of some names, in small letters or capitals. */
export const choice = <Name extends string>(
  names: readonly Name[],
  parts: Parts,
  verb = 'is one of',
): Field<Name | undefined> =>
  parsed(
    { choices: names, ...parts },
    (typed) => names.find((name) => name.toLowerCase() === typed.trim().toLowerCase()),
    ({ option }) => phrase`${option} ${term(verb)} ${names.join(', ')}.`,
  )

export const day = (parts: Parts, example = '2026-12-01'): Field<string | undefined> =>
  parsed(
    { value: 'DAY', maxLength: 10, ...parts },
    (typed) => (utcDayStart(typed) === undefined ? undefined : typed),
    ({ option }) => phrase`${option} is a UTC day, for example ${example}.`,
  )

const ListKey = keyOf('time', 'id')
export const isListKey = (text: string | null): text is string => v.is(ListKey, text)

const listKey = (label: string, hint: string): Field<string | undefined> =>
  parsed(
    { value: 'KEY', maxLength: 80, label, hint },
    (typed) => (isListKey(typed.trim()) ? typed.trim() : undefined),
    ({ option }) => phrase`${option} takes a key that this list has shown.`,
  )

/** The part of a list in the order of time that is shown. */
export const sliceFields = () => ({
  after: listKey('After', 'the rows that follow, by the key that the list ends with'),
  before: listKey('Before', 'the rows that precede, by the key that the list ends with'),
  limit: rowLimit(),
})

/** How many rows a list has. */
export const rowLimit = (hint = 'rows to show, 1 to 1000 (default 50)', initial = 50): Field<number> =>
  withDefault(whole({ min: 1, max: 1000, label: 'Rows', hint }), initial)
