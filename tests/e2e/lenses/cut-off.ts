import type { Page } from '@playwright/test'

/**
 * Elements wider than their place, so that a panel or dialog cuts them off, or the page scrolls sideways. Content that
 * follows its container's width needs a frame: poll until empty.
 */
export const cutOff = (page: Page, also = 'html') =>
  page.evaluate(
    (places) =>
      [...document.querySelectorAll(places)]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 60)}`),
    `html, .panel, .well, dialog[open] .modal-box, dd, td, .num, .figure, ${also}`,
  )

/** Dates that a line ends in the middle of. */
export const brokenDates = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (texts.nextNode()) {
      const { currentNode: node } = texts
      for (const { index, 0: date } of (node.nodeValue ?? '').matchAll(/\d{4}-\d\d-\d\d/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + date.length)
        // One that an ellipsis cuts off has several boxes, all on one line.
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(`${date} in: ${node.parentElement?.textContent}`)
      }
    }
    return broken
  })
