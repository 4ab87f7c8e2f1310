import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What never happens fails a test; what is late on a busy machine does not. */
const patient = {
  setupFiles: './tests/_world/warnings.ts',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A test that asserts nothing fails: an empty loop, or a helper that no longer checks, would pass unseen.
  expect: { requireAssertions: true, poll: { timeout: 60_000, interval: 20 } },
}

const service = {
  globalSetup: './tests/_world/postgres-setup.ts',
  // The service reckons in UTC wherever it stands: its tests run half a day away from it, as do their
  // databases; `npm run test:long` goes to other places.
  env: { TZ: process.env.TEST_ZONE ?? 'Pacific/Kiritimati' },
  ...patient,
  setupFiles: [patient.setupFiles, './tests/_world/fast-passwords.ts'],
  // A third on two cores takes a tenth more processor time, and no less time. More would need more connections than the server has.
  maxWorkers: Math.min(3, Math.max(2, availableParallelism())),
  // Files take turns in one process, which has loaded the service once: a quarter of their time otherwise.
  isolate: false,
}

/** Containers of a real Podman. */
const containers = {
  ...service,
  name: 'containers',
  include: ['tests/containers/**/*.test.ts'],
  globalSetup: [service.globalSetup, './tests/_world/firewall-setup.ts'],
  maxWorkers: 1,
}

/** Tests of pure code: they need neither a database nor a build. */
export const unit = {
  name: 'unit',
  ...patient,
  include: ['tests/lib/**/*.test.ts', 'tests/islands/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts'],
  maxWorkers: 2,
}

/**
 * Three kinds of tests, each also alone: `npm test -- unit`; containers of a real engine; and whole processes and other browsers, by
 * `npm run test:long -- processes engines`.
 */
export default defineConfig({
  test: {
    projects: [
      { test: unit },
      { test: { name: 'service', include: ['tests/service/**/*.test.ts'], ...service } },
      { test: { name: 'processes', include: ['tests/processes/**/*.test.ts'], ...service } },
      { test: { name: 'pack', include: ['tests/pack/**/*.test.ts'], ...service } },
      { test: { name: 'verifier', include: ['tests/verifier/**/*.test.ts'], ...service, maxWorkers: 1 } },
      { test: { name: 'engines', ...patient, include: ['tests/engines/*.test.ts'], maxWorkers: 1 } },
      { test: containers },
      { test: { name: 'site', ...patient, include: ['tests/site/**/*.test.ts'], maxWorkers: 2 } },
    ],
  },
})
