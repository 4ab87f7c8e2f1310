import { expect, test } from 'vitest'
import { pages } from './dist.ts'

/** Classes that are marks and no styles: of the language that a piece of code is in, and of a drawing's own sheet. */
const marks = /^(language-\w+|on)$/

const unescaped = (name: string) => name.replace(/\\(.)/g, '$1')
const ruled = (css: string) =>
  new Set([...css.matchAll(/\.((?:[\w-]|\\.|[\u0080-\uffff])+)/g)].map(([, name = '']) => unescaped(name)))

// Each entry of the styles names the files whose classes it takes in: one that it forgets leaves its pages without them.
test.each(pages)('$path has a rule for each of its classes', ({ document }) => {
  const styles = ruled([...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n'))
  const used = new Set([...document.querySelectorAll('[class]')].flatMap(({ classList }) => [...classList]))
  expect([...used].filter((name) => !styles.has(name) && !marks.test(name))).toEqual([])
})
