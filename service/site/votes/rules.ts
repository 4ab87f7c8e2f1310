/** A page that is asked about: its path without the language, and the language. */
export interface VotedPage {
  path: string
  lang: 'en' | 'zh'
}

/** The page of a path with its language, if it is one of `known`; strangers can't grow the table by other paths. */
export function votedPage(path: string, known: ReadonlySet<string>): VotedPage | undefined {
  const [, chinese, plain] = /^(\/zh)?(\/.*?)\/*$/.exec(path) ?? []
  const page = `${plain}/`
  return known.has(page) ? { path: page, lang: chinese ? 'zh' : 'en' } : undefined
}

/** Standard score of 95 % confidence. */
const Z = 1.96

/**
 * The share of “No” that is certain at 95 %: the lower bound of Wilson's interval. One “No” of one answer ranks below forty of
 * sixty. E. B. Wilson, 1927.
 */
export function unhelpfulShare({ yes, no }: { yes: number; no: number }): number {
  const count = yes + no
  if (count === 0) return 0
  const share = no / count
  const margin = Z * Math.sqrt((share * (1 - share) + Z ** 2 / (4 * count)) / count)
  return Math.max(0, (share + Z ** 2 / (2 * count) - margin) / (1 + Z ** 2 / count))
}
