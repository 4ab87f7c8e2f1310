import * as v from 'valibot'
import { isVisible, NAME_LENGTH, visibleText } from '../rules/names.ts'

/**
 * One line of text of at most this many characters, possibly empty: no invisible characters, none that PostgreSQL
 * cannot store.
 */
export const line = (longest: number) =>
  v.pipe(v.string(), v.transform(visibleText), v.maxLength(longest), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))
/** A name given by a person: such a line with at least one visible character. */
export const label = (longest: number) => v.pipe(line(longest), v.check(isVisible))
export const Label = label(NAME_LENGTH)
