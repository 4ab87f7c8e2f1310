/**
 * The font of a first visit, after its paint. The page takes it only where the fallback's faces are there (Android has
 * no Arial): they take the same room, so that nothing moves. Elsewhere the next page is the first to have it.
 */
import { fetchFont } from '#lib/text/font.ts'

if ((await fetchFont()) && document.fonts.check('1em "Idleforge Fallback"')) document.documentElement.dataset.font = '2'
