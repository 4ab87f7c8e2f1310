/** The download page: the newest release, the package for this system, and a resumable download with hash check. */
import { showInviter } from '#lib/api/inviter.ts'
import {
  createPackageDownload,
  DownloadInterruptedError,
  type PackageDownload,
  PackageMismatchError,
} from '#lib/api/package-download.ts'
import { readPublic } from '#lib/api/public-read.ts'
import { requestReleaseMail } from '#lib/api/release-mail.ts'
import { type Release, releasesRead } from '#lib/contract/versions.ts'
import { interpolate } from '#lib/i18n/t.ts'
import { inviteCodeOf } from '#lib/rules/invitations.ts'
import { commandParts, minerCommand } from '#lib/rules/miner.ts'
import { sizeText } from '#lib/text/size.ts'
import { systemOf } from '#lib/text/system-name.ts'
import { utcDate } from '#lib/time/format.ts'

type Texts = Readonly<Record<string, string>>

/** A file that is larger than this is left to the browser, because ours is kept in memory until it is checked. */
const MAX_BYTES = 1_000_000_000
const CELLS = 24

const part = <E extends HTMLElement>(within: ParentNode, name: string): E | null =>
  within.querySelector<E>(`[data-${name}]`)

function fill(place: HTMLElement, release: Release, texts: Texts): void {
  const facts: Record<string, string> = {
    version: release.version,
    size: sizeText(release.size),
    published: utcDate(release.publishedAt),
    sha256: release.sha256,
  }
  for (const fact of place.querySelectorAll<HTMLElement>('[data-fact]'))
    fact.textContent = facts[fact.dataset.fact ?? ''] ?? ''
  const notes = document.documentElement.lang === 'en' ? release.notes : release.notesZh
  const news = part(place, 'news')
  const [heading, text] = news?.children ?? []
  if (!news || !heading || !text || notes === '') return
  heading.textContent = interpolate(texts.news ?? '', { version: release.version })
  text.textContent = notes
  news.hidden = false
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser takes the file in a task of its own.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

interface Panel {
  say(text: string): void
  progress(share: number): void
  offer(what: { cancel?: boolean; resume?: string }): void
}

function panelOf(place: HTMLElement): Panel {
  const strip = part(place, 'strip')
  const cells = [...(strip?.querySelectorAll<HTMLElement>('i') ?? [])]
  const [words, resume, cancel] = [part(place, 'say'), part(place, 'resume'), part(place, 'cancel')]
  return {
    say(text) {
      if (words && words.textContent !== text) words.textContent = text
    },
    progress(share) {
      if (strip) strip.hidden = false
      strip?.setAttribute('aria-valuenow', String(Math.floor(share * 100)))
      cells.forEach((cell, index) => {
        if (index < share * CELLS) cell.dataset.h = '3'
        else delete cell.dataset.h
      })
    },
    offer(what) {
      if (cancel) cancel.hidden = !what.cancel
      if (!resume) return
      resume.hidden = what.resume === undefined
      resume.textContent = what.resume ?? ''
      if (what.resume) resume.focus()
    },
  }
}

function help(place: HTMLElement, release: Release, texts: Texts): void {
  const panel = panelOf(place)
  const say = (key: string, values = {}) => panel.say(interpolate(texts[key] ?? '', values))
  let download: PackageDownload | undefined
  let stop: AbortController | undefined

  function showProgress(received: number): void {
    panel.progress(received / release.size)
    if (received === release.size) say('checking')
    else say('progress', { done: sizeText(received), all: sizeText(release.size) })
  }

  function fail(error: unknown): void {
    const received = download?.received() ?? 0
    panel.progress(received / release.size)
    if (error instanceof PackageMismatchError) say('wrong')
    else if (error instanceof DownloadInterruptedError) say('broken', { done: sizeText(received) })
    else {
      download = undefined
      panel.progress(0)
      panel.say('')
      panel.offer({})
      return
    }
    panel.offer({ resume: error instanceof PackageMismatchError ? texts.again : texts.resume })
  }

  async function go(): Promise<void> {
    if (stop) return
    stop = new AbortController()
    download ??= createPackageDownload(release)
    panel.offer({ cancel: true })
    showProgress(download.received())
    try {
      save(await download.run(showProgress, stop.signal), release.fileName)
      download = undefined
      say('done', { name: release.fileName })
      panel.offer({})
    } catch (error) {
      fail(error)
    } finally {
      stop = undefined
    }
  }

  part(place, 'get')?.addEventListener('click', (event) => {
    event.preventDefault()
    void go()
  })
  part(place, 'resume')?.addEventListener('click', () => void go())
  part(place, 'cancel')?.addEventListener('click', () => stop?.abort())
}

/** The form of who wants one mail on the day of the package. */
function offerMail(place: HTMLElement, texts: Texts): void {
  const form = part<HTMLFormElement>(place, 'tell')
  const field = form?.querySelector('input')
  const words = form?.querySelector('[role=status]')
  if (!form || !field || !words) return
  const platform = place.dataset.package as Release['platform']
  const lang = document.documentElement.lang === 'en' ? 'en' : 'zh'
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const outcome =
      field.validity.valid && field.value
        ? await requestReleaseMail({ platform, email: field.value, lang })
        : 'tellWrong'
    field.setAttribute('aria-invalid', String(outcome === 'tellWrong'))
    words.textContent = texts[outcome] ?? ''
    if (outcome === 'told') field.value = ''
    else field.focus()
  })
}

function show(place: HTMLElement, release: Release | null, texts: Texts): void {
  const get = part<HTMLAnchorElement>(place, 'get')
  part(place, release ? 'published' : 'planned')?.classList.remove('invisible')
  if (!release) {
    get?.removeAttribute('href')
    get?.setAttribute('aria-disabled', 'true')
    panelOf(place).say(texts.none ?? '')
    offerMail(place, texts)
    return
  }
  fill(place, release, texts)
  if (get) {
    get.href = release.url
    get.download = release.fileName
  }
  // Without a secure context there is no SHA-256 here: the browser downloads, and the reader compares.
  if (globalThis.crypto?.subtle && release.size <= MAX_BYTES) help(place, release, texts)
}

async function start(page: HTMLElement): Promise<void> {
  const texts = JSON.parse(page.dataset.download ?? '{}') as Texts
  const system = part(page, 'systems')
  if (system)
    system.textContent = (JSON.parse(system.dataset.systems ?? '{}') as Texts)[systemOf(navigator.userAgent)] ?? ''
  // The page's text contains the public address: on another address the miner has to connect to the service there.
  const parts = commandParts(minerCommand(location.origin))
  for (const [at, place] of [...(part(document, 'command')?.children ?? [])].entries())
    place.textContent = parts[at] ?? ''
  const places = [...page.querySelectorAll<HTMLElement>('[data-package]')]
  try {
    const releases = await readPublic(releasesRead)
    for (const place of places) show(place, releases[place.dataset.package as Release['platform']] ?? null, texts)
  } catch {
    for (const place of places) panelOf(place).say(texts.unknown ?? '')
  }
}

const page = document.querySelector<HTMLElement>('[data-download]')
if (page) void start(page)
// A user who has just registered on a phone sees the inviter's name.
const code = inviteCodeOf(location.search)
if (code) void showInviter(code)
