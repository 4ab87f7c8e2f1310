import { $leaving, isMissingModule, reloadPage } from './reload-page.ts'

/**
 * A deploy replaces files that an open page still needs. When one fails to load, the page is reloaded: once per build,
 * so that a missing file never makes a loop (reliability H11c).
 */
const MARK = 'reloadedFrom'

/** Identifies the build by the hash in the address of the app's own file. */
const build = import.meta.url

function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(MARK) === build) return false
    sessionStorage.setItem(MARK, build)
    return true
  } catch {
    // Storage is unavailable: a page that was already reloaded stays as it is.
    return performance.getEntriesByType('navigation').every((entry) => (entry as { type?: string }).type !== 'reload')
  }
}

/** A page that still exists after this time is not being left: a file was saved, or the user stopped. */
const LEFT_MS = 10_000

export function watchBuild(): void {
  // Firefox fails the pending loads of a page that is being left: a reload would replace the next page.
  window.addEventListener('beforeunload', () => {
    $leaving.set(true)
    setTimeout(() => $leaving.set(false), LEFT_MS)
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (isMissingModule((event as Event & { payload: Error }).payload)) void reloadPage(isFirstTime)
  })
}
