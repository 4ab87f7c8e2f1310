import type { Part } from '../content/prose.ts'
import asides from '../styles/parts/asides.css?inline'
import code from '../styles/parts/code.css?inline'
import end from '../styles/parts/end.css?inline'
import pictures from '../styles/parts/pictures.css?inline'
import tabs from '../styles/parts/tabs.css?inline'

/** `end`: what follows the text where a repository is set. */
const sheets: Readonly<Record<Part | 'end', string>> = { asides, code, end, pictures, tabs }

/** Styles for the parts that a page has; a page without them carries none (tests/site/budgets.ts). */
export const stylesOf = (parts: readonly (keyof typeof sheets)[]): string =>
  [...new Set(parts)]
    .sort()
    .map((part) => sheets[part])
    .join('')
