import en from '../texts/en/window.json'
import zh from '../texts/zh/window.json'
import { readChoice, writeChoice } from './choices.ts'

export type Language = 'en' | 'zh'

const catalogues = { en, zh }
let language: Language = 'en'

export const currentLanguage = (): Language => language
/** The language tag for dates and for the page. */
export const languageTag = (): string => (language === 'zh' ? 'zh-CN' : 'en-GB')

export type Values = Readonly<Record<string, unknown>>

/** The text of a dotted key, with its values; undefined for a key that the catalogue does not have. */
export function findText(key: string, values: Values = {}): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], catalogues[language])
  if (typeof found !== 'string') return undefined
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The same for a key that the catalogue has. Throws for any other. */
export function translate(key: string, values?: Values): string {
  const found = findText(key, values)
  if (found === undefined) throw new Error(`there is no text ${key}`)
  return found
}

/** Chinese has no spaces between sentences. */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(language === 'zh' ? '' : ' ')

function applyTexts(): void {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  document.title = translate('product')
  for (const element of document.querySelectorAll('[data-t]')) {
    // The page comes with the keys as its texts.
    if (!element.getAttribute('data-t')) element.setAttribute('data-t', element.textContent ?? '')
    element.textContent = translate(element.getAttribute('data-t') ?? '')
  }
  for (const element of document.querySelectorAll('[data-label]'))
    element.setAttribute('aria-label', translate(element.getAttribute('data-label') ?? ''))
  for (const one of ['en', 'zh'])
    document.getElementById(`lang-${one}`)?.setAttribute('aria-pressed', String(one === language))
}

/** Sets the language that was chosen before, or else the browser's; `onChange` draws what depends on it. */
export function startLanguage(onChange: () => void): void {
  const chosen = readChoice('language')
  language = (chosen ?? navigator.language).startsWith('zh') ? 'zh' : 'en'
  applyTexts()
  for (const one of ['en', 'zh'] as const)
    document.getElementById(`lang-${one}`)?.addEventListener('click', () => {
      language = one
      writeChoice('language', one)
      applyTexts()
      onChange()
    })
}
