import type { Page } from '@playwright/test'

/** What is wider than its place, so that a panel or a dialog cuts it off, or the page scrolls sideways. */
export const cutOff = (page: Page, also = 'html') =>
  page.evaluate(
    (places) =>
      [...document.querySelectorAll(places)]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 60)}`),
    `html, .panel, .well, dialog[open] .modal-box, dd, td, .num, .figure, ${also}`,
  )
