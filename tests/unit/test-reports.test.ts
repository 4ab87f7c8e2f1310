import path from 'node:path'
import { expect, test } from 'vitest'
import {
  countsOf,
  failedFiles,
  failedJourneys,
  findFlaky,
  formatFlaky,
  formatSlowest,
  readReport,
} from '../../scripts/lib/test/reports.mjs'

const attempt = (duration: number, rest: object = {}) => ({ duration, ...rest })
const spec = (title: string, status: string, ...results: object[]) => ({
  ...{ title, file: 'market.test.ts', line: 12 },
  tests: [{ status, results }],
})
const failure = {
  error: { message: 'Timed out\nat a line' },
  attachments: [{ name: 'trace', path: path.resolve('test-results/e2e/a/trace.zip') }],
}
const browser = {
  suites: [
    {
      file: 'market.test.ts',
      specs: [spec('buys', 'expected', attempt(1000))],
      suites: [{ specs: [spec('pays', 'flaky', attempt(2000, failure), attempt(500))] }],
    },
  ],
}
const unit = { testResults: [{ name: path.resolve('tests/lib/a.test.ts'), startTime: 1000, endTime: 13_500 }] }

test('adds up the attempts of a file and puts the slowest first', () => {
  expect(formatSlowest([browser, unit])).toEqual([
    '   12.5 s  tests/lib/a.test.ts',
    '    3.5 s  tests/e2e/market.test.ts',
  ])
})

test('names the ten slowest files', () => {
  const suites = Array.from({ length: 12 }, (_, at) => ({
    file: `${at}.test.ts`,
    specs: [spec('x', 'expected', attempt(at))],
  }))
  expect(formatSlowest([{ suites }])).toHaveLength(10)
})

test('prints a journey that needed its retry with the first error and its trace', () => {
  expect(formatFlaky(findFlaky(browser))).toEqual([
    '  tests/e2e/market.test.ts:12 pays',
    '    Timed out',
    `    npx playwright show-trace ${path.join('test-results', 'e2e', 'a', 'trace.zip')}`,
  ])
})

test('a journey that failed twice is a failure, and not flaky', () => {
  const twice = { suites: [{ file: 'a.test.ts', specs: [spec('pays', 'unexpected', attempt(1), attempt(1))] }] }
  expect(findFlaky(twice)).toEqual([])
  expect(failedJourneys(twice)).toMatchObject([{ test: 'tests/e2e/market.test.ts:12 pays' }])
})

test('a flaky journey without an error or a trace is printed too', () => {
  const bare = { suites: [{ file: 'a.test.ts', specs: [spec('pays', 'flaky', attempt(1), attempt(1))] }] }
  expect(formatFlaky(findFlaky(bare))).toEqual(['  tests/e2e/market.test.ts:12 pays', '    no error was reported'])
})

test('a runner that left no report has none', () => {
  expect(readReport(path.resolve('no', 'such', 'report.json'))).toBeUndefined()
})

const file = (name: string, status: string, ...tests: object[]) => ({
  ...{ name: path.resolve(name), status, message: 'the hook timed out\nat a line', assertionResults: tests },
})
const failed = { status: 'failed', failureMessages: ['Error: one\n    at a line'] }

test('names the files of Vitest that failed: by their tests, or by a hook', () => {
  const testResults = [
    file('a.test.ts', 'failed', failed, failed),
    file('b.test.ts', 'passed'),
    file('c.test.ts', 'failed'),
  ]
  const report = { testResults, success: false, numPassedTests: 5 }
  expect(failedFiles(report)).toEqual([
    { file: 'a.test.ts', failed: 2, error: 'Error: one' },
    { file: 'c.test.ts', failed: 1, error: 'the hook timed out' },
  ])
  expect(countsOf(report, { passed: 5, failed: 2 })).toEqual({ passed: 5, failed: 3 })
})

test('an error outside of every file fails the part', () => {
  const report = { testResults: [file('a.test.ts', 'passed')], success: false, numPassedTests: 5 }
  expect(countsOf(report, { passed: 5, failed: 1 })).toEqual({ passed: 5, failed: 1 })
})
