import { brand } from '../../../src/lib/brand.ts'
import { anchorsOf } from '../anchors.ts'
import { nearest } from '../nearest.ts'
import { pageOf } from '../site.ts'
import { anchorOf } from '../text.ts'
import type { Family, Finding, Link, Site, Text } from '../types.ts'

type Message = Pick<Finding, 'rule' | 'problem' | 'remedy'>

const linkMessage = (problem: string, remedy: string): Message => ({ rule: 'link', problem, remedy })
const withSlash = (path: string) => (path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}/`)

/** Links that leave the site, or are no addresses. */
function foreignMessage(url: string): Message | undefined {
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(url)) return undefined
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? []
  if (host === brand.domain || host === `www.${brand.domain}`)
    return linkMessage(`“${url}” is the address of this site.`, `Write ${rest || '/'}, which works in every language.`)
  if (/^https:\/\//i.test(url)) return undefined
  if (/^http:\/\//i.test(url))
    return linkMessage(`“${url}” is not encrypted.`, `Write ${url.replace(/^http:/i, 'https:')}, if it opens.`)
  if (/^[a-z][a-z0-9+.-]*:/i.test(url))
    return linkMessage(`“${url}” is no address of a page.`, 'Link to a page, to https://… or to mailto:….')
  return linkMessage(
    url === '' ? 'The link has no address.' : `“${url}” does not begin with a slash.`,
    url === ''
      ? 'Write the address between the round brackets.'
      : 'Write the address as in the browser: /docs/wallets/.',
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

function pageMessage(path: string, site: Site): Message | undefined {
  if (site.hasAddress(path)) return undefined
  const closed = withSlash(path)
  if (/^\/zh(\/|$)/.test(path)) {
    const english = withSlash(path.slice('/zh'.length))
    return linkMessage(
      `“${path}” leads to the Chinese page from both languages.`,
      `Write ${english}: a Chinese text then leads to the Chinese page.`,
    )
  }
  if (site.hasAddress(closed)) return linkMessage(`“${path}” has no slash at its end.`, `Write ${closed}.`)
  if (/\.(?:md|html?)$/.test(path)) {
    const page = withSlash(path.replace(/(?:\/index)?\.(?:md|html?)$/, ''))
    if (site.hasAddress(page)) return linkMessage(`“${path}” is a file.`, `Write the address of its page: ${page}.`)
  }
  const known = nearest(closed, site.addresses)
  return linkMessage(
    `There is no page ${path}.`,
    known ? `Write ${known}.` : 'Open the page in the browser, and copy what follows the domain.',
  )
}

/** An address, seen from the page that the text is on. */
function messageOf({ url }: Link, text: Text, site: Site): Message | undefined {
  if (!/^[/#]/.test(url) || url.startsWith('//')) return foreignMessage(url)
  const [, path = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? []
  const own = pageOf(text)
  return (path && pageMessage(path, site)) || (anchor ? anchorMessage(path || own, decoded(anchor), site) : undefined)
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

export const linkRules: Family = {
  *checkText(text, site) {
    for (const link of text.links) {
      const message = messageOf(link, text, site)
      if (message) yield { line: link.line, ...message }
    }
    yield* brokenLinks(text)
  },
}
