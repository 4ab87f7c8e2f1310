import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from '../faults/list.ts'

// The faults themselves are put in by `npm run test:long -- faults`; here they are kept in step with the code.
test.each(faults)('the seeded fault still fits: $name', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})
