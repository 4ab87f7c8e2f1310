import { vi } from 'vitest'

/** A function of a page's own, with what it is given; nothing of its test is there. */
export type InPage<Args extends unknown[], T> = (...args: Args) => T | Promise<T>

/** A page in some engine, as far as a tour of the site needs one. */
export interface Driver {
  readonly name: string
  goto(url: string): Promise<void>
  evaluate<Args extends unknown[], T>(work: InPage<Args, T>, ...args: Args): Promise<T>
  /** Presses an element at its position, like a hand. */
  click(selector: string): Promise<void>
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Errors in the console since the last call. */
  errors(): string[]
  close(): Promise<void>
}

/** As text, for engines that take scripts and not functions; the result is JSON. The test loader rewrites `import`. */
export const asScript = <Args extends unknown[], T>(work: InPage<Args, T>, args: Args): string => {
  const source = work.toString().replaceAll('__vite_ssr_dynamic_import__', 'import')
  return `Promise.resolve((${source})(...${JSON.stringify(args)})).then((value) => JSON.stringify(value ?? null))`
}

/** Looks that follow at once keep an engine from going on. */
const INSPECT = { timeoutMs: 5_000, intervalMs: 200 }

const MARK = 'data-wanted-by-tour'
const PRESSED = 'button, a, summary, label, [role=tab]'

/** Marks the visible one of these elements that has these words, or else begins with them, in the open dialog where there is one. */
const markWords = (words: string, selector: string, mark: string): boolean => {
  const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const wordsOf = (one: HTMLElement) => {
    const label = one instanceof HTMLInputElement ? one.labels?.[0] : one
    return (one.getAttribute('aria-label') ?? label?.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  const shown = [...within.querySelectorAll<HTMLElement>(selector)].filter((one) => one.getClientRects().length > 0)
  const found = shown.find((one) => wordsOf(one) === words) ?? shown.find((one) => wordsOf(one).startsWith(words))
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
  found?.setAttribute(mark, '')
  return found !== undefined
}

/** True if an element is still and not covered, as a user would wait for. */
const isInReach = async (selector: string): Promise<boolean> => {
  const element = document.querySelector(selector)
  if (!element) return false
  element.scrollIntoView({ block: 'center' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { x, y, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  return before.x === x && before.y === y && hit !== null && (element.contains(hit) || hit.contains(element))
}

/** A requested file, as the consoles name it. */
const missed = /(?:loading dynamically imported module: |source: |Failed to load \W)(https?:[^\s’'"]+)/

/** True if an error is only a file that was still loading when its page was left: it can be loaded. */
async function isOfLeaving(error: string): Promise<boolean> {
  const [, url] = missed.exec(error) ?? []
  return url !== undefined && (await fetch(url).then(({ ok }) => ok))
}

export function createTourist(driver: Driver, origin: string) {
  /**
   * A query to a page that is being replaced may never be answered: each has a timeout, and the next page is asked
   * again.
   */
  const holds = <Args extends unknown[]>(work: InPage<Args, unknown>, ...args: Args) =>
    vi.waitFor(
      async () => {
        const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, INSPECT.timeoutMs, false))
        const has = await Promise.race([driver.evaluate(work, ...args), timeout])
        if (!has) throw new Error(`it does not hold: ${work.toString().slice(0, 200)} ${JSON.stringify(args)}`)
      },
      { timeout: 60_000, interval: INSPECT.intervalMs },
    )
  const click = async (selector: string) => {
    await holds(isInReach, selector)
    await driver.click(selector)
  }
  return {
    ...driver,
    holds,
    /** Console messages since the last call. */
    async pageErrors(): Promise<string[]> {
      const errors = driver.errors()
      const areOfLeaving = await Promise.all(errors.map(isOfLeaving))
      return errors.filter((_, index) => !areOfLeaving[index])
    },
    async press(words: string): Promise<void> {
      await holds(markWords, words, PRESSED, MARK)
      await click(`[${MARK}]`)
    },
    /** Replaces the text of the field with this label. */
    async fill(label: string, text: string): Promise<void> {
      await holds(markWords, label, 'input', MARK)
      await click(`[${MARK}]`)
      await driver.evaluate((mark) => document.querySelector<HTMLInputElement>(`[${mark}]`)?.select(), MARK)
      await driver.type(text)
    },
    shows: (words: string) =>
      holds((text) => {
        const own = ({ childNodes }: Element) => [...childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        return [...document.body.querySelectorAll('*')].some(
          (one) =>
            one.getClientRects().length > 0 &&
            own(one)
              .map(({ nodeValue }) => nodeValue)
              .join('')
              .includes(text),
        )
      }, words),
    /** Presses what a selector finds. */
    async pressAt(selector: string): Promise<void> {
      await holds((target) => document.querySelector(target) !== null, selector)
      await click(selector)
    },
    /** Opens a page, and waits until its content is shown. */
    async visit(path: string): Promise<void> {
      await driver.goto(origin + path)
      await holds(() => {
        const waits = document.querySelector('main .skeleton, #shell')
        return document.querySelector('h1') !== null && waits === null
      })
    },
  }
}
export type Tourist = ReturnType<typeof createTourist>
