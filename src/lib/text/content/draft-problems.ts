import type { Problem } from './problem.ts'
import type { TextFile } from './text-file.ts'

/** Links in the text, and addresses that are named below it: `[wallets]: /docs/wallets/`. */
const LINK = /(?:\]\(<?|^ {0,3}\[[^\]]+\]:\s*<?)(\/[^)>\s]*)/g
/** An address as links may write it: with or without a query, and a slash before its anchor. */
const plain = (address: string): string => address.replace(/\?[^#]*/, '').replace(/\/?(#|$)/, '$1')

/** Addresses of texts of which no language is published. */
function draftAddresses(files: readonly TextFile[]): Set<string> {
  const published = new Set(files.filter(({ isDraft }) => !isDraft).map(({ address }) => address))
  return new Set(files.filter(({ address }) => !published.has(address)).map(({ address }) => plain(address)))
}

/** Links from published texts to drafts, whose pages are not built. */
export function draftProblems(files: readonly TextFile[]): Problem[] {
  const drafts = draftAddresses(files)
  const leadsToDraft = (link: string): boolean =>
    drafts.has(plain(link)) || (!link.startsWith('/faq/') && drafts.has(plain(link.replace(/#.*$/, ''))))
  return files
    .filter(({ isDraft }) => !isDraft)
    .flatMap(({ place, body, bodyLine }) =>
      body.split('\n').flatMap((text, index) =>
        [...text.matchAll(LINK)]
          .map(([, link = '']) => link)
          .filter(leadsToDraft)
          .map((link) => ({
            file: place,
            line: bodyLine + index + 1,
            rule: 'link-draft',
            problem: `${link} is a draft, which readers do not have.`,
            remedy: 'Publish it first, or remove the link.',
          })),
      ),
    )
}
