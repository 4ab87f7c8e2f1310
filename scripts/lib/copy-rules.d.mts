export interface CatalogueText {
  /** The name of the catalogue's file without `.json`. */
  name: string
  key: string
  locale: 'en' | 'zh'
  text: string
}

export function textMistakes(text: CatalogueText, fill?: (text: string, locale: 'en' | 'zh') => string): string[]
export function pairMistakes(pair: { name: string; key: string; en: string; zh: string }): string[]
