/** Letters that are read from the right, and characters of format, which old names may hold. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{1eeff}\p{Cf}]/u

/** Isolates a value in a sentence if it could reverse the text around it (UAX 9: FIRST STRONG ISOLATE). */
export const isolateBidi = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
