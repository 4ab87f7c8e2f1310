import { $leaving, isMissingModule, reloadPage } from './reload-page.ts'

/**
 * A deploy replaces the files that a page which is open still wants. When one can't be loaded, the page is loaded anew:
 * once for a build, so that a file which stays missing never makes a loop (reliability H11c).
 */
const MARK = 'reloadedFrom'

/** Names the build: the hash in the address of the app's own file, which nothing else may import this from, changes with it. */
const build = import.meta.url

function isFirstTime(): boolean {
  try {
    if (sessionStorage.getItem(MARK) === build) return false
    sessionStorage.setItem(MARK, build)
    return true
  } catch {
    // Nothing can be kept: a page that has been loaded anew already stays as it is.
    return performance.getEntriesByType('navigation').every((entry) => (entry as { type?: string }).type !== 'reload')
  }
}

/** A page that is still there by then is not left: a file was saved, or its reader stopped. */
const LEFT_MS = 10_000

export function watchBuild(): void {
  // What a page that is left still wanted fails in Firefox: loading it anew would take the next page's place.
  window.addEventListener('beforeunload', () => {
    $leaving.set(true)
    setTimeout(() => $leaving.set(false), LEFT_MS)
  })
  window.addEventListener('vite:preloadError', (event) => {
    if (isMissingModule((event as Event & { payload: Error }).payload)) void reloadPage(isFirstTime)
  })
}
