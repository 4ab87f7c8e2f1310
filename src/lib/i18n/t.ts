import { isolateBidi } from '../text/isolate.ts'
import type { Locale } from './locales.ts'

/** A catalogue of public/locales: nested keys, `{{name}}` for values, `_one` and `_other` for plurals. */
export interface Messages {
  readonly [key: string]: string | readonly string[] | Messages
}

type Leaf<M> = {
  [K in keyof M & string]: M[K] extends string
    ? K extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : K
    : M[K] extends readonly string[]
      ? `${K}.${number}`
      : `${K}.${Leaf<M[K]>}`
}[keyof M & string]

/** Every key of a catalogue, plurals without their ending. */
export type MessageKey<M> = Leaf<M>

export type Values = Readonly<Record<string, string | number>>

export type Translate<M> = (key: MessageKey<M>, values?: Values) => string

function find(messages: Messages, key: string): string | undefined {
  let found: unknown = messages
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return typeof found === 'string' ? found : undefined
}

/** A text with its values in place of `{{name}}`. A missing one is a dash: `npm test -- types` finds every call that lacks it. */
export const interpolate = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name) => isolateBidi(String(values[name] ?? '–')))

/**
 * The text of a key: `createT<typeof en>(messages, locale)('devices', { count: 2 })`. With a numeric `count` the form
 * of the language's plural rule is taken. A missing key gives the key itself.
 */
export function createT<M>(messages: M, locale: Locale): Translate<M> {
  const rules = new Intl.PluralRules(locale)
  const catalogue = messages as Messages
  return (key, values = {}) => {
    const { count } = values
    const plural = typeof count === 'number' ? find(catalogue, `${key}_${rules.select(count)}`) : undefined
    const text = plural ?? find(catalogue, key) ?? find(catalogue, `${key}_other`) ?? key
    return interpolate(text, values)
  }
}
