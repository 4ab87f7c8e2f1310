// Facts from the JSON reports that Vitest and Playwright write: the slowest files, and journeys that passed only on a retry.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

/** A folder for the reports of one run. */
export const openReports = () => mkdtempSync(path.join(tmpdir(), 'reports-'))

/** Parsed reports of the named parts. A runner that stopped early leaves none. */
export function readReports(folder, names) {
  const reports = names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))]
    } catch {
      return []
    }
  })
  rmSync(folder, { recursive: true, force: true })
  return reports
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

/** Journeys that failed and passed on the retry: the place of each, its first error and the trace of the failure. */
export const findFlaky = (reports) =>
  reports.flatMap((report) =>
    (report.suites ?? []).flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results: [first] }) => ({
          test: `${path.posix.join('tests/e2e', file)}:${line} ${title}`,
          error: stripVTControlCharacters(first?.error?.message ?? 'no error was reported').split('\n')[0],
          trace: first?.attachments?.find(({ name }) => name === 'trace')?.path,
        })),
    ),
  )

export const formatFlaky = (flaky) =>
  flaky.flatMap(({ test, error, trace }) => [
    `  ${test}`,
    `    ${error}`,
    ...(trace ? [`    npx playwright show-trace ${path.relative(root, trace)}`] : []),
  ])
