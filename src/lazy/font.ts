/**
 * The font of a first visit, after its paint. A page takes it only where the fallback's faces are there (Android has no
 * Arial): they take the same room, so that nothing moves. A page of running text never does: its lines would break
 * elsewhere, and it would be laid out twice. A Chinese page does not either: it would be laid out twice for a few Latin
 * words. The next page is the first to have it then.
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
