import type { Page } from '@playwright/test'

interface Source {
  node?: Node
  previousRect: DOMRect
  currentRect: DOMRect
}

/** How much of the window moved, and what. */
export interface Shift {
  value: number
  of: string
}

/** Notes the layout shifts of each document from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: Source[] }
        const of = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const text = node?.textContent?.trim().slice(0, 40)
          return `${node?.nodeName} "${text}" from ${[from.x, from.y, from.height]} to ${[to.x, to.y, to.height]}`
        })
        shifts.push({ value, of: of.join(' | ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, { shifts })
  })
}

/** Elements that have moved when the current content has been painted; undefined if too little to see. */
export async function whatMoved(page: Page): Promise<string | undefined> {
  const shifts = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
  if (shifts.reduce((total, { value }) => total + value, 0) <= 0.001) return undefined
  return shifts.map(({ value, of }) => `${value} ${of}`).join('; ')
}
