import { brand } from '../../../src/lib/brand.ts'
import { anchorsOf } from '../anchors.ts'
import { addressFrom, legalDays, movedTo, relativeAddress, withSlash } from '../link-address.ts'
import { nearest } from '../nearest.ts'
import { pageOf } from '../site.ts'
import { anchorOf } from '../text.ts'
import type { Family, Finding, Link, Site, Text } from '../types.ts'

type Message = Pick<Finding, 'rule' | 'problem' | 'remedy'>

const linkMessage = (problem: string, remedy: string): Message => ({ rule: 'link', problem, remedy })

/** An address with the query and the anchor that follow it. One that leads to an anchor already keeps its own. */
const withRest = (address: string, rest: string) => (address.includes('#') ? address : `${address}${rest}`)

const split = (url: string) => {
  const [, path = '', rest = '', anchor] = /^([^?#]*)((?:\?[^#]*)?(?:#(.*))?)$/.exec(url) ?? []
  return { path, rest, anchor }
}

/** Addresses that begin with a protocol, or were to. */
function foreignMessage(url: string, site: Site): Message | undefined {
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(url)) return undefined
  const [, host, rest = ''] = /^(?:https?:)?\/\/([^/?#]+)(.*)$/i.exec(url) ?? []
  if (host === brand.domain || host === `www.${brand.domain}`) {
    const { path, rest: end } = split(rest || '/')
    const address = withRest(addressFrom(path, site) ?? path, end)
    return linkMessage(`“${url}” is the address of this site.`, `Write ${address}, which works in every language.`)
  }
  if (host && /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/i.test(host)) {
    const { path, rest: end } = split(rest || '/')
    const address = withRest(addressFrom(path, site) ?? path, end)
    return linkMessage(
      `“${url}” is the address of this site on your computer.`,
      `Write ${address}, which works for every reader.`,
    )
  }
  if (/^https:\/\//i.test(url)) return undefined
  if (/^http:\/\//i.test(url))
    return linkMessage(`“${url}” is not encrypted.`, `Write ${url.replace(/^http:/i, 'https:')}, if it opens.`)
  if (/^(?:\/\/|www\.)/i.test(url))
    return linkMessage(`“${url}” has no protocol.`, `Write https://${url.replace(/^\/\//, '')}, if it opens.`)
  if (/^[^\s@/]+@[^\s@/]+\.\w+$/.test(url))
    return linkMessage(`“${url}” is an e-mail address.`, `Write mailto:${url.replace(/^mailto:/i, '')}.`)
  if (/^[a-z][a-z0-9+.-]*:/i.test(url))
    return linkMessage(`“${url}” is no address of a page.`, 'Link to a page, to https://… or to mailto:….')
  return undefined
}

/** Addresses that do not begin with a slash. */
function relativeMessage(url: string, text: Text, site: Site): Message {
  if (url === '') return linkMessage('The link has no address.', 'Write the address between the round brackets.')
  const { path, rest } = split(url)
  const address = relativeAddress(path, text, site)
  return linkMessage(
    `“${url}” does not begin with a slash.`,
    address ? `Write ${withRest(address, rest)}.` : 'Write the address as in the browser, such as /docs/wallets/.',
  )
}

function anchorMessage(address: string, anchor: string, site: Site): Message | undefined {
  const { names, isOpen } = anchorsOf(address, site)
  const known = nearest(anchor, names)
  if (names.has(anchor) || (isOpen && !known)) return undefined
  const chinese = site.texts
    .filter((text) => text.locale === 'zh' && pageOf(text) === address)
    .flatMap(({ headings }) => headings)
    .find((heading) => anchorOf(heading.text) === anchor)
  if (chinese)
    return {
      rule: 'anchor',
      problem: `“#${anchor}” is the Chinese heading.`,
      remedy: `Write #${chinese.anchor}: anchors are those of the English headings in both languages.`,
    }
  return {
    rule: 'anchor',
    problem: `${address} has no heading with the anchor “#${anchor}”.`,
    remedy: known
      ? `Write #${known}.`
      : `Anchors there: ${
          [...names]
            .sort()
            .map((name) => `#${name}`)
            .join(' ') || 'none'
        }.`,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A day on which no version of a legal text began to apply. */
function versionMessage(path: string, site: Site): Message | undefined {
  const [, legal = '', day] = /^\/(terms|privacy)\/(\d{4}-\d\d-\d\d)\/?$/.exec(path) ?? []
  const days = legalDays(legal, site)
  if (!day || days.includes(day)) return undefined
  return linkMessage(
    `There is no version of ${day}.`,
    `Write /${legal}/ for the one in force, or a version by its day: ${days.join(', ')}.`,
  )
}

function pageMessage(path: string, rest: string, site: Site): Message | undefined {
  if (site.hasAddress(path)) return undefined
  const version = versionMessage(path, site)
  if (version) return version
  const known = addressFrom(path, site)
  const address = known && withRest(known, rest)
  const isMoved = known !== undefined && movedTo(path, site) === known
  if (isMoved) return linkMessage(`“${path}” is a former address.`, `Write ${address}.`)
  if (/^\/zh(\/|$)/.test(path) && address)
    return linkMessage(
      `“${path}” leads to the Chinese page from both languages.`,
      `Write ${address}: a Chinese text then leads to the Chinese page.`,
    )
  if (known === withSlash(path)) return linkMessage(`“${path}” has no slash at its end.`, `Write ${address}.`)
  if (/\.(?:md|html?)$/.test(path) && address)
    return linkMessage(`“${path}” is a file.`, `Write the address of its page: ${address}.`)
  const near = nearest(withSlash(path), site.addresses)
  const remedy = address ?? (near && withRest(near, rest))
  return linkMessage(
    `There is no page ${path}.`,
    remedy ? `Write ${remedy}.` : 'Open the page in the browser, and copy what follows the domain.',
  )
}

/** An address, seen from the page that the text is on. */
function messageOf({ url }: Link, text: Text, site: Site): Message | undefined {
  if (url.startsWith('//') || !/^[/#\\]/.test(url)) {
    if (/^https:\/\//i.test(url) || /^mailto:/i.test(url)) return foreignMessage(url, site)
    return foreignMessage(url, site) ?? relativeMessage(url, text, site)
  }
  const { path, rest, anchor } = split(url)
  const own = pageOf(text)
  return (
    (path && pageMessage(path, rest, site)) || (anchor ? anchorMessage(path || own, decoded(anchor), site) : undefined)
  )
}

/** A link whose address runs on to the end of the line. */
const unclosed = /\[[^\]\n]+\]\((?:\.{0,2}\/|https?:)[^)\n]*$/

function* unclosedLinks({ prose, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    const found = index + 1 >= bodyLine ? unclosed.exec(line)?.[0] : undefined
    if (found)
      yield {
        line: index + 1,
        ...linkMessage(
          `“${found}” shows as it stands, with its brackets.`,
          'Close the round bracket right after the address.',
        ),
      }
  }
}

function* footnotes({ prose, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of prose.entries()) {
    const found = index + 1 >= bodyLine ? /\[\^[^\]\s]+\]/.exec(line)?.[0] : undefined
    if (found)
      yield {
        line: index + 1,
        ...linkMessage(
          `“${found}” is a footnote, which texts do without.`,
          'Write the remark into the sentence, or into a note (:::note).',
        ),
      }
  }
}

/** Markdown that was to be a link, and shows its brackets. */
const broken =
  /\[[^\]\n]*\]\s+\((?:\/|https?:)[^)\n]*\)|\[[^\]\n]+\]\[[^\]\n]*\]|\((?:\/|https?:\/\/)[^)\n]*\)\[[^\]\n]+\]/

function* brokenLinks({ markdown, prose, bodyLine }: Text): Generator<Finding> {
  const defined = JSON.stringify(markdown).includes('"definition"')
  for (const [index, line] of prose.entries()) {
    const found = index + 1 >= bodyLine && !defined ? broken.exec(line)?.[0] : undefined
    if (found)
      yield {
        line: index + 1,
        rule: 'link',
        problem: `“${found}” shows as it stands, with its brackets.`,
        remedy: 'Write a link as [text](/docs/wallets/), without a space between the brackets.',
      }
  }
}

/** Code, in which nothing is a link. */
const code = /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1.*$|`[^`\n]*`/gm
const spaced = /\[[^\]\n]*\]\(\s*([^)<>\n]*?)\s*\)/g

/** Addresses with a space in them, which end the address for Markdown: the link shows its brackets. */
function* spacedAddresses({ source, bodyLine }: Text): Generator<Finding> {
  const lines = source.replace(code, (part) => part.replace(/[^\n]/g, ' ')).split('\n')
  for (const [index, line] of lines.entries()) {
    if (index + 1 < bodyLine) continue
    for (const [whole, inside = ''] of line.matchAll(spaced)) {
      const [, address = inside, title = ''] = /^(\S*?)\s+([“”„«‘’'"].*)$/.exec(inside) ?? []
      const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(title)
      if (isQuoted || !/\s/.test(inside)) continue
      const remedy =
        title && !/\s/.test(address)
          ? `Put the title between straight double quotes: (${address} "${title.replace(/^[“”„«‘’'"]\s*|\s*[“”»‘’'"]$/g, '')}")`
          : `Write it without spaces: (${inside.replace(/\s+/g, '-')}), and name the file or page so.`
      yield {
        line: index + 1,
        rule: 'link',
        problem: `“${whole}” shows as it stands, with its brackets: a space ends an address.`,
        remedy,
      }
    }
  }
}

export const linkRules: Family = {
  *checkText(text, site) {
    for (const link of text.links) {
      const message = messageOf(link, text, site)
      if (message) yield { line: link.line, ...message }
    }
    yield* brokenLinks(text)
    yield* unclosedLinks(text)
    yield* footnotes(text)
    yield* spacedAddresses(text)
  },
}
