export interface FeedEntry {
  /** Path of the page, with its language, maybe with an anchor. */
  path: string
  title: string
  summary?: string | undefined
  /** `YYYY-MM-DD`. */
  day: string
}

interface Feed {
  /** Address of the site, with a slash at its end. */
  site: string
  /** Path of the feed itself. */
  path: string
  /** Path of the page that the feed belongs to. */
  home: string
  lang: string
  title: string
  author: string
  entries: readonly FeedEntry[]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`
const time = (day: string): string => `${day}T00:00:00Z`

function entryOf({ path, title, summary, day }: FeedEntry, site: URL): string {
  return [
    '<entry>',
    // With the day, so that a changed text is a new entry for readers of the feed (RFC 4151).
    element('id', `tag:${site.hostname},${day}:${path}`),
    element('title', title),
    `<link href="${escapeXml(new URL(path, site).href)}"/>`,
    element('updated', time(day)),
    ...(summary ? [element('summary', summary)] : []),
    '</entry>',
  ].join('\n')
}

/** An Atom feed (RFC 4287) of texts by the days of their last changes. */
export function atomFeed({ site: address, path, home, lang, title, author, entries }: Feed): string {
  const site = new URL(address)
  const latest =
    entries
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? '1970-01-01'
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">`,
    element('id', new URL(path, site).href),
    element('title', title),
    `<link href="${escapeXml(new URL(home, site).href)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(new URL(path, site).href)}"/>`,
    element('updated', time(latest)),
    `<author>${element('name', author)}</author>`,
    ...entries.map((entry) => entryOf(entry, site)),
    '</feed>',
    '',
  ].join('\n')
}
