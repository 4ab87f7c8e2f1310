import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findStaleBuild } from '../../scripts/lib/build-age.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-age-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Writes a file that was changed at a second. */
function write(file: string, at: number): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), '')
  utimesSync(join(root, file), at, at)
}

test('names the newest file that changed after the build', () => {
  write('dist/index.html', 100)
  write('src/pages/index.astro', 99)
  write('public/robots.txt', 101)
  write('src/content/docs/en/wallets.md', 102)
  expect(findStaleBuild(root)).toBe(join('src', 'content', 'docs', 'en', 'wallets.md'))
})

test.for([
  ['the build is newer', ['dist/index.html', 'src/pages/index.astro']],
  ['there is no build', ['src/pages/index.astro']],
] as const)('names none where %s', ([, files]) => {
  for (const [index, file] of files.entries()) write(file, 100 - index)
  expect(findStaleBuild(root)).toBeUndefined()
})
