import { createRequire } from 'node:module'

/**
 * Options of Stryker, which makes mistakes in the rules, one by one, in a copy of the project (ADR-044):
 * `npm run test:long -- mutants`.
 */
export default {
  mutate: ['src/lib/rules/*.ts', 'service/*/*/rules.ts'],
  testRunner: 'vitest',
  plugins: [createRequire(import.meta.url).resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tests/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // A mutant of a value that a module computes at load runs every test: hours for tables of words.
  ignoreStatic: true,
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: false },
  jsonReporter: { fileName: '.cache/mutants/report.json' },
  incremental: true,
  incrementalFile: '.cache/mutants/incremental.json',
  tempDirName: '.cache/mutants/sandboxes',
  ignorePatterns: ['dist*', '.data', '.astro', 'test-results', 'coverage'],
  timeoutMS: 60_000,
  thresholds: { high: 100, low: 100, break: 100 },
}
