// Facts from the JSON reports that Vitest and Playwright write: counts, the slowest files, and what passed only when tried again.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../setup.mjs'

/** A parsed report; undefined where a runner that stopped early has left none. */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const firstLine = (text) => stripVTControlCharacters(text).split('\n')[0]

/** Vitest's files that failed: the path of each, the number of its failures, and the first error. */
export const failedFiles = (report) =>
  report.testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      return {
        file: path.relative(root, name),
        // A file whose hook failed, or that could not be loaded, has no failed test.
        failed: Math.max(1, tests.length),
        error: firstLine(tests[0]?.failureMessages?.[0] || message || 'no error was reported'),
      }
    })

/** Counts by the report of Vitest; `printed` has the failures that are of no file. */
export function countsOf(report, printed) {
  const failed = failedFiles(report).reduce((sum, file) => sum + file.failed, 0)
  return { passed: report.numPassedTests, failed: report.success ? 0 : failed || printed.failed }
}

/** Specs of a Playwright suite and of all suites inside it. */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** Seconds by file. Vitest reports when a file began and ended, Playwright the duration of each attempt. */
function secondsByFile(report) {
  const files = (report.testResults ?? []).map(({ name, startTime, endTime }) => [
    path.relative(root, name),
    (endTime - startTime) / 1000,
  ])
  const suites = (report.suites ?? []).map((suite) => {
    const attempts = specsOf(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    return [path.posix.join('tests/e2e', suite.file), attempts.reduce((sum, { duration }) => sum + duration, 0) / 1000]
  })
  return [...files, ...suites]
}

/** Lines of the ten slowest files. */
export const formatSlowest = (reports) =>
  reports
    .flatMap(secondsByFile)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)

const journeysOf = (report, status) =>
  (report.suites ?? []).flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter((test) => test.status === status)
      .map(({ results: [first] }) => ({
        test: `${path.posix.join('tests/e2e', file)}:${line} ${title}`,
        error: firstLine(first?.error?.message ?? 'no error was reported'),
        trace: first?.attachments?.find(({ name }) => name === 'trace')?.path,
      })),
  )

/** Journeys that failed and passed on the retry: the place of each, its first error and the trace of the failure. */
export const findFlaky = (report) => journeysOf(report, 'flaky')

/** The same of journeys that failed twice. */
export const failedJourneys = (report) => journeysOf(report, 'unexpected')

export const formatFlaky = (flaky) =>
  flaky.flatMap(({ test, error, trace }) => [
    `  ${test}`,
    `    ${error}`,
    ...(trace ? [`    npx playwright show-trace ${path.relative(root, trace)}`] : []),
  ])
