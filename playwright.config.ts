import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArgs } from './tests/_world/chromium.ts'

/** Journeys in a real Chromium against a service of their own. `npm test -- e2e` finds or installs the browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/_world/journeys-setup.ts',
  // A third on two cores takes a tenth more processor time, and no less time.
  workers: Math.min(3, Math.max(2, availableParallelism())),
  // Each journey has an account of its own; those of one demo follow each other in their file.
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: chromiumArgs,
    },
    locale: 'en-US',
    timezoneId: 'Europe/Prague',
    // The failing attempt is recorded where a retry could pass (`npm test`): its steps, calls and messages, and the page at
    // the failure as a picture and as text. The page at each step costs every test a twentieth more; `--trace on` has it.
    trace: { mode: 'retain-on-first-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // A page that never comes fails before the test's own limit.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A processor that paints what moves has no time for the page; whose test is of what moves asks for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // Where nobody can sign in, this says so at once, and the journeys are not run: each would wait for its own limit.
    { name: 'sign-in', testMatch: 'sign-in.test.ts', grep: /sends a visitor to sign-in/ },
    { name: 'e2e', testIgnore: ['dev/**', 'long/**', 'pictures/**'], dependencies: ['sign-in'] },
    // Parts of `npm run test:long`.
    { name: 'long', testMatch: 'long/**' },
    { name: 'dev', testMatch: 'dev/**' },
    // Writes the pictures of the docs: `npx playwright test --project=pictures`.
    { name: 'pictures', testMatch: 'pictures/**' },
  ],
})
