import type { Change } from './planted.ts'

/** A mistake of an editor in a copy of the real texts, and every message that it gets. */
export interface Mistake {
  readonly changes?: readonly Change[]
  /** Files that are added, or removed when undefined. */
  readonly more?: Readonly<Record<string, string | undefined>>
  readonly messages: readonly string[]
}

export const en = 'src/content/docs/en/wallets.md'
export const zh = 'src/content/docs/zh/wallets.md'
export const rates = 'src/content/rates.json'
export const keys = 'src/content/faq/en/wallets/keys.md'
export const title = 'title: Wallets and networks'
export const inEnglish = (from: string | RegExp, to: string): readonly Change[] => [{ file: en, from, to }]
export const inChinese = (from: string | RegExp, to: string): readonly Change[] => [{ file: zh, from, to }]
export const inRates = (from: string | RegExp, to: string): readonly Change[] => [{ file: rates, from, to }]
export const legalText = '---\ntitle: Terms\nupdated: 2026-11-22\n---\n\nText.\n'
export const question = '---\nquestion: A new question?\norder: 1\n---\n\nAn answer.\n'
