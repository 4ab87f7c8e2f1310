// Checks the size of each file that the pictures of the texts are served as, and names the text of one that is too large. Takes
// the mark out of the pages by which it knows the text.
// Run after Astro's build: node scripts/picture-sizes.mjs [dist]
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Larger ones make readers on a phone wait. In bytes. */
const MAX_BYTES = 200 * 1024

const picture = /<picture\b[^>]*>.*?<\/picture>/g
const mark = / data-at="([^"]*)"/
const address = /(?<=[" ])\/_astro\/[^" ]+/g

/** Files of the pictures on a page that are too large, each with what its author should do. */
export function oversized(html, bytesOf) {
  return [...html.matchAll(picture)].flatMap(([whole]) => {
    const [, place = ''] = mark.exec(whole) ?? []
    return [...new Set(whole.match(address))]
      .filter((file) => bytesOf(file) > MAX_BYTES)
      .map((file) => {
        const size = `${Math.ceil(bytesOf(file) / 1024)} KB, more than ${MAX_BYTES / 1024} KB`
        return `${place}  the picture is served as ${file} with ${size}: make it simpler or smaller, or save photos as .jpg`
      })
  })
}

export const withoutMarks = (html) => html.replace(picture, (whole) => whole.replace(mark, ''))

if (import.meta.main ?? process.argv[1]?.endsWith('picture-sizes.mjs')) {
  const dist = process.argv[2] ?? 'dist'
  const problems = new Set()
  for (const file of globSync('**/*.html', { cwd: dist })) {
    const page = path.join(dist, file)
    const html = readFileSync(page, 'utf8')
    for (const problem of oversized(html, (name) => statSync(path.join(dist, name)).size)) problems.add(problem)
    const less = withoutMarks(html)
    if (less !== html) writeFileSync(page, less)
  }
  for (const problem of problems) console.error(problem)
  if (problems.size > 0) process.exit(1)
}
