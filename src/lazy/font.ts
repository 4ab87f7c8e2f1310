/**
 * The font of a first visit, after its paint. A page takes it only where the fallback's faces are there (Android has no
 * Arial): they take the same room, so that nothing moves. A page of running text never does: its lines would break
 * elsewhere, and it would be laid out twice. The next page is the first to have it then.
 */
import { fetchFont } from '#lib/text/font.ts'

const takesIt = document.querySelector('[data-text]') === null
if ((await fetchFont()) && takesIt && document.fonts.check('1em "Idleforge Fallback"'))
  document.documentElement.dataset.font = '2'
