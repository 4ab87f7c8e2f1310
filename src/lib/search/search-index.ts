/** A language's search index as transferred: arrays in place of objects, because it is fetched whole. */
export interface SearchIndex {
  /** Address, title, and the name of the part of the site. */
  readonly pages: readonly (readonly [href: string, title: string, part: string])[]
  /** Page by its place in `pages`, anchor (empty for the beginning), heading, text. */
  readonly sections: readonly (readonly [page: number, anchor: string, heading: string, text: string])[]
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** The text of rendered Markdown: tags become spaces where they part blocks, and nothing where they do not. */
export function plainText(html: string): string {
  return (
    html
      .replace(/<\/?(?:p|li|ul|ol|table|thead|tbody|tr|t[hd]|h\d|pre|div|br|figure|figcaption|fieldset)\b[^>]*>/g, ' ')
      .replace(/<(?:[^">]|"[^"]*")*>/g, '')
      .replace(/&(\w+|#\w+);/g, (whole, name: string) => entities[name] ?? whole)
      .replace(/\s+/g, ' ')
      // full-width signs bring their own room
      .replace(/(?<=[，。；：、！？）]) /g, '')
      .trim()
  )
}

/** Rendered Markdown in parts, each from one heading of the second level to the next; the first part has none. */
export function sectionsOf(html: string): { anchor: string; heading: string; text: string }[] {
  const [first = '', ...rest] = html.split(/<h2 id="/)
  const parts = rest.map((part) => {
    const [, anchor = '', heading = '', text = ''] = /^([^"]*)"[^>]*>([\s\S]*?)<\/h2>([\s\S]*)$/.exec(part) ?? []
    return { anchor, heading: plainText(heading), text: plainText(text) }
  })
  return [{ anchor: '', heading: '', text: plainText(first) }, ...parts]
}
