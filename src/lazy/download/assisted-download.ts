import {
  createPackageDownload,
  DownloadInterruptedError,
  type PackageDownload,
  PackageMismatchError,
} from '#lib/api/package-download.ts'
import { interpolate } from '#lib/i18n/t.ts'
import type { OfferedFile } from '#lib/rules/release-files.ts'
import { sizeText } from '#lib/text/size.ts'
import { part, type Texts } from './parts.ts'

/** A file that is larger than this is left to the browser, because ours is kept in memory until it is checked. */
const MAX_BYTES = 1_000_000_000
const CELLS = 24

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

export function panelOf(place: HTMLElement): Panel {
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

/** Makes the button download with progress, resume and a check of the hash. */
export function assistDownload(place: HTMLElement, file: OfferedFile, texts: Texts): void {
  // Without a secure context there is no SHA-256 here: the browser downloads, and the reader compares.
  if (!globalThis.crypto?.subtle || file.size > MAX_BYTES) return
  const panel = panelOf(place)
  const say = (key: string, values = {}) => panel.say(interpolate(texts[key] ?? '', values))
  let download: PackageDownload | undefined
  let stop: AbortController | undefined

  function showProgress(received: number): void {
    panel.progress(received / file.size)
    if (received === file.size) say('checking')
    else say('progress', { done: sizeText(received), all: sizeText(file.size) })
  }

  function fail(error: unknown): void {
    const received = download?.received() ?? 0
    panel.progress(received / file.size)
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
    download ??= createPackageDownload(file)
    panel.offer({ cancel: true })
    showProgress(download.received())
    try {
      save(await download.run(showProgress, stop.signal), file.fileName)
      download = undefined
      say('done', { name: file.fileName })
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
