import { remembered } from '#lib/session/storage.ts'
import { fetchFont } from '#lib/text/font.ts'
import { showLegalNotice } from './account/legal-notice.tsx'
import { startWorker } from './core/shell/worker.tsx'
import type { Language } from './core/texts/i18n.ts'

/** Starts whatever no first screen needs. `first` is the service worker that controlled the page when it was opened. */
export function startSecondSteps(language: Language, first: ServiceWorker | null | undefined): void {
  startWorker(language.t, first)
  void showLegalNotice(language)
  // Most browsers have none.
  if (remembered('push')) void import('./alerts/push.ts').then(({ renewPush }) => renewPush()).catch(() => undefined)
  // This visit keeps its font: figures of another width would move the text beside them.
  if (document.documentElement.dataset.font !== '1') void fetchFont()
}
