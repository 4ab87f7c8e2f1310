/** Measurements of a page. Times are milliseconds since the navigation began; 0: has not happened. */
export interface Seen {
  lcp: number
  /** The element of the LCP, to diagnose a failed gate. */
  lcpOf: string
  cls: number
  /** The elements that moved, to diagnose a failed gate. */
  shifts: string[]
  /** The app has taken the place of the static shell. */
  mounted: number
  /** Time when the summary's figures are shown. */
  shown: number
  /** The form's button can be pressed. */
  ready: number
  /** Milliseconds from a touch to the next frame that shows its effect, in steps of 8. */
  taps: number[]
}

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node }[]
}

/** Steps of a page with scripts, in order. */
export type Step = 'mounted' | 'shown' | 'ready'

/**
 * Runs in the page before anything else; it is sent there as text, so it must not use outer variables. Calls the page's
 * `reached`, if it exists, with each step.
 */
export function observe(loading: readonly string[]): void {
  const seen: Seen = { lcp: 0, lcpOf: '', cls: 0, shifts: [], mounted: 0, shown: 0, ready: 0, taps: [] }
  Object.assign(globalThis, { seen })
  const watch = (type: string, each: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => {
    const { startTime, element } = entry as LargestContentfulPaint
    seen.lcp = startTime
    seen.lcpOf = element?.outerHTML.slice(0, 120) ?? ''
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as Shift
    if (hadRecentInput) return
    seen.cls += value
    seen.shifts.push(...sources.map(({ node }) => (node as Element | undefined)?.outerHTML?.slice(0, 120) ?? 'a text'))
  })
  const onTap = (entry: PerformanceEntry) => {
    if ((entry as PerformanceEventTiming).interactionId) seen.taps.push(entry.duration)
  }
  watch('event', onTap, { durationThreshold: 16 })
  const { reached } = globalThis as { reached?: (step: Step) => void }
  const reach = (step: Step, isThere: boolean) => {
    if (seen[step] || !isThere) return
    seen[step] = performance.now()
    reached?.(step)
  }
  new MutationObserver(() => {
    const title = document.querySelector('h1')?.textContent ?? ''
    reach('mounted', !!title && !loading.includes(title) && !!document.querySelector('h1[tabindex]'))
    reach('shown', !!document.querySelector('main li button[aria-expanded]'))
    reach('ready', !!document.querySelector('main form [type=submit]:enabled'))
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
}
