import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dist, filesMatching } from './dist.ts'

test('a build contains nothing of `npm run dev`', () => {
  const texts = filesMatching('**/*.{html,js}').map((file) => [file, readFileSync(join(dist, file), 'utf8')] as const)
  expect(texts.length).toBeGreaterThan(100)
  // The words by which each would be known: the host that is put into a window, both pages, and the box with mistakes in texts.
  const ofDev = /sayAsHost|test-host|Gallery of interface parts|content-messages/
  expect(texts.flatMap(([file, text]) => (ofDev.test(file) || ofDev.test(text) ? [file] : []))).toEqual([])
  expect(filesMatching('{gallery,test-host}/**')).toEqual([])
})
