/** The words of a Markdown text in one line, for a list: links by their words, signs left out, without parsing it. */
export const plainLine = (source: string): string =>
  source
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
