import type { Release } from '#lib/contract/versions.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { type Architecture, chooseFile, kindName, type OfferedFile } from '#lib/rules/release-files.ts'
import { sizeText } from '#lib/text/size.ts'
import { utcDate } from '#lib/time/format.ts'
import { assistDownload, panelOf } from './assisted-download.ts'
import { fillFacts, part, parts, type Texts } from './parts.ts'
import { offerMail } from './release-mail.ts'

/** The newest releases; undefined if the service did not answer. */
export type Releases = Readonly<Partial<Record<string, Release | null>>> | undefined

const factsOf = ({ fileName, size, sha256 }: Pick<OfferedFile, 'fileName' | 'size' | 'sha256'>) => ({
  fileName,
  sha256,
  size: sizeText(size),
})

/** Shows one platform: what is published, that nothing is, or that nobody knows. */
export function showRelease(
  place: HTMLElement,
  releases: Releases,
  { texts, architecture }: { texts: Texts; architecture: Architecture | undefined },
): void {
  const platform = place.dataset.package ?? ''
  const check = document.querySelector<HTMLElement>(`[data-check=${platform}]`)
  if (!releases) {
    panelOf(place).say(texts.unknown ?? '')
    return
  }
  const release = releases[platform]
  const file = release ? chooseFile(release, architecture) : undefined
  for (const one of parts(place, 'published')) one.hidden = !file
  for (const one of parts(place, 'planned')) one.hidden = file !== undefined
  if (check) check.hidden = !file
  if (!release || !file) {
    offerMail(place, texts)
    return
  }
  showFile(place, file)
  if (check) fillFacts(check, factsOf(file))
  showOthers(place, release, file)
  showNews(place, release, texts)
  fillFacts(place, { version: release.version, published: utcDate(release.publishedAt) })
  assistDownload(place, file, texts)
}

function showFile(place: HTMLElement, file: OfferedFile): void {
  const get = part<HTMLAnchorElement>(place, 'get')
  if (get) {
    get.href = file.url
    get.download = file.fileName
  }
  const facts = part(place, 'facts')
  if (facts) facts.hidden = false
  const kind = part(place, 'kind')
  if (kind)
    kind.textContent =
      part(place, `file=${kindName(file)}`)
        ?.querySelector('a')
        ?.textContent?.trim() ?? ''
  // The other files have facts of their own.
  for (const block of parts(place, 'published')) if (block.dataset.others === undefined) fillFacts(block, factsOf(file))
  for (const one of parts(place, 'form')) one.hidden = one.dataset.form !== file.form
  for (const one of parts(place, 'signed'))
    one.hidden = file.signed === undefined || one.dataset.signed !== (file.signed ? 'yes' : 'no')
}

function showOthers(place: HTMLElement, { files = [] }: Release, main: OfferedFile): void {
  for (const row of parts(place, 'file')) {
    // The engine for graphics cards has one row: that of the processor whose program is offered.
    const kind = row.dataset.file === 'gpu' ? `gpu-${main.architecture}` : row.dataset.file
    const file = files.find((one) => kindName(one) === kind && one.url !== main.url)
    row.hidden = !file
    const link = row.querySelector('a')
    if (!file || !link) continue
    link.href = file.url
    link.download = file.fileName
    fillFacts(row, factsOf(file))
  }
  const others = part(place, 'others')
  if (others) others.hidden = parts(place, 'file').every(({ hidden }) => hidden)
}

function showNews(place: HTMLElement, { version, ...release }: Release, texts: Texts): void {
  const notes = document.documentElement.lang === 'en' ? release.notes : release.notesZh
  const news = part(place, 'news')
  const [heading, text] = news?.children ?? []
  if (!news || !heading || !text || notes === '') return
  heading.textContent = interpolate(texts.news ?? '', { version })
  text.textContent = notes
  news.hidden = false
}
