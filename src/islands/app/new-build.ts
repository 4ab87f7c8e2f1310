/**
 * A deploy replaces the files that a page which is open still wants. When one can't be loaded, the page is loaded anew:
 * once for a build, so that a file which stays missing never makes a loop (reliability H11c).
 */
const MARK = 'reloadedFrom'

/** Names the build: the hash in this file's address changes with it. */
const build = import.meta.url

let leaving = false

/** Whether the page is about to be loaded anew, so that nothing need be said of what failed. */
export const isLeaving = (): boolean => leaving

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

export function watchBuild(): void {
  window.addEventListener('vite:preloadError', () => {
    // Without a network nothing is missing, and the browser's own error page would take the place of ours.
    if (leaving || !navigator.onLine || !isFirstTime()) return
    leaving = true
    location.reload()
  })
}
