import en from '../../../public/locales/en/refusals.json' with { type: 'json' }
import zh from '../../../public/locales/zh/refusals.json' with { type: 'json' }
import { interpolate } from '../interpolate.ts'

export type Lang = 'en' | 'zh'

const catalogues: Record<Lang, Record<string, string>> = { en, zh }

/** The sentence of a refusal in the reader's language, from the catalogue that the client uses too. */
export function message(lang: Lang, key: string, values: Record<string, unknown> = {}): string {
  const sentence = catalogues[lang][key] ?? catalogues[lang].FAULT ?? key
  return interpolate(sentence, (name) => values[name])
}

export const langOf = (header: unknown): Lang => (header === 'zh' ? 'zh' : 'en')
