import { readFileSync } from 'node:fs'

/** The text of a key of a catalogue, with its values filled in. */
export type Texts = (key: string, values?: Record<string, string>) => string

/** A catalogue in one of the two languages, for journeys that go through both. */
export function texts(locale: 'en' | 'zh', catalogue: string): Texts {
  const messages = JSON.parse(readFileSync(`public/locales/${locale}/${catalogue}.json`, 'utf8')) as object
  return (key, values = {}) => {
    const text = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], messages)
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }
}
