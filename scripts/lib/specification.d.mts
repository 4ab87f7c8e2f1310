type Titles = ReadonlyMap<string, readonly string[]>

export function titlesIn(file: string, source: string): string[]
export function citationsIn(text: string): string[]
export function specificationProblems(
  text: string,
  titles: Titles,
  citations: ReadonlyMap<string, readonly string[]>,
): string[]
export function withMovedTests(text: string, titles: Titles): string
