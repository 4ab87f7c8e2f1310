import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { unit } from '../../vitest.config.ts'

/** The tests of rules alone: they need neither a database nor a build nor a DOM. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: { ...unit, include: ['tests/lib/**/*.test.ts', 'tests/unit/**/*.test.ts'] },
})
