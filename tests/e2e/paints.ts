import type { Page } from '@playwright/test'

interface Painted {
  size: number
  /** The text of the element, or the address of a picture. */
  content: string
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Collects the candidates of the largest paint of each document from now on, in the order in which they were painted. */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: Painted[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { size, element, url } = entry as unknown as { size: number; element: Element | null; url: string }
        paints.push({ size, content: url ? new URL(url).pathname : (element?.textContent ?? '(removed)') })
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    Object.assign(window, { paints })
  })
}

export const paintsOf = (page: Page) =>
  page.evaluate(async () => {
    // A paint is reported after the frame that shows it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { paints: Painted[] }).paints
  })

/** Texts of the elements, and addresses of the pictures, in the HTML of an address, as the server sends it. */
async function staticContent(page: Page, path: string): Promise<string[]> {
  const html = await (await page.request.get(path)).text()
  return page.evaluate((text) => {
    const content: string[] = []
    const read = (root: ParentNode) => {
      for (const element of root.querySelectorAll('*')) {
        if (element instanceof HTMLTemplateElement) read(element.content)
        content.push(element.getAttribute('src') ?? element.textContent ?? '')
      }
    }
    read(new DOMParser().parseFromString(text, 'text/html'))
    return content
  }, html)
}

/** The largest paint of a page, if the page's HTML does not contain it. */
export async function latePaint(page: Page, path: string): Promise<string | undefined> {
  const largest = (await paintsOf(page)).at(-1)
  if (!largest) return `${path}: nothing painted`
  const content = new Set((await staticContent(page, path)).map(plain))
  return content.has(plain(largest.content)) ? undefined : `${path}: "${plain(largest.content)}" (${largest.size} px²)`
}
