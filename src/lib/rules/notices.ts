/** Limits of an operator's notice: title and text, per language. */
export const MAX_TITLE = 120
export const MAX_TEXT = 10_000
