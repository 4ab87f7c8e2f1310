/** A sentence in its parts: those at odd places are its dates, `YYYY-MM-DD`, in which browsers would end a line. */
export function aroundDates(sentence: string): string[] {
  return sentence.split(/(\d{4}-\d\d-\d\d)/)
}
