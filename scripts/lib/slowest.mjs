// The files of tests that take longest, read from the reports that the runners write beside what they show.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './setup.mjs'

/** A folder for the reports of one run. */
export const openReports = () => mkdtempSync(path.join(tmpdir(), 'reports-'))

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Its runner did not come so far.
    return {}
  }
}

/** Seconds by file: Vitest reports when a file began and ended, Playwright how long each test took. */
function secondsIn(report) {
  const files = (report.testResults ?? []).map(({ name, startTime, endTime }) => [
    path.relative(root, name),
    (endTime - startTime) / 1000,
  ])
  const walk = (suite) => [
    ...(suite.specs ?? []).flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
    ),
    ...(suite.suites ?? []).flatMap(walk),
  ]
  const suites = (report.suites ?? []).map((suite) => [
    path.join('tests/e2e', suite.file),
    walk(suite).reduce((total, ms) => total + ms, 0) / 1000,
  ])
  return [...files, ...suites]
}

/** The lines of the ten slowest, and the reports are gone. */
export function slowestOf(folder, names) {
  const all = names.flatMap((name) => secondsIn(read(path.join(folder, `${name}.json`))))
  rmSync(folder, { recursive: true, force: true })
  return all
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
