import * as v from 'valibot'
import { isVisible, NAME_LENGTH, visibleText } from '../rules/names.ts'

/** A line of text of at most so many characters, which may be empty: nothing in it that nobody sees, or a database can't keep. */
export const line = (longest: number) =>
  v.pipe(v.string(), v.transform(visibleText), v.maxLength(longest), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))
/** A name that a person gives: such a line, in which there is something to be seen. */
export const label = (longest: number) => v.pipe(line(longest), v.check(isVisible))
export const Label = label(NAME_LENGTH)
