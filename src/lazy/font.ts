/**
 * Loads the font on a first visit, after the paint. A page applies it only if the fallback's faces exist (Android has
 * no Arial): they have the same metrics, so that nothing moves. Pages of running text never apply it at once: lines
 * would break differently, and layout would run twice. Nor do Chinese pages, for a few Latin words. The next page then
 * has it from the start.
 */
import { fetchFont } from '#lib/text/font.ts'

const takesIt = document.documentElement.lang === 'en' && document.querySelector('[data-text]') === null
if ((await fetchFont()) && takesIt && document.fonts.check('1em "Idleforge Fallback"')) {
  // A part of the page in each frame: as a whole it is the longest that a slow phone has to do after the first paint.
  for (const part of document.querySelectorAll<HTMLElement>('body > :not(main, script), main > :not(script)')) {
    part.dataset.font = '2'
    await new Promise(requestAnimationFrame)
  }
}
