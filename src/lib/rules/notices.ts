/** What an operator writes to users: limits of a title and of a text, each language for itself. */
export const MOST_TITLE = 120
export const MOST_TEXT = 10_000
