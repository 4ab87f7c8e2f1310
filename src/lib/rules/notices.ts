/** What an operator writes to users: limits of a title and of a text, each language for itself. */
export const MAX_TITLE = 120
export const MAX_TEXT = 10_000
