import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastChange } from '#lib/text/content/dates.ts'
import { readHistory } from '../../scripts/content/history.mjs'

let place: string
let root: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'history-'))
  root = join(place, 'project')
  mkdirSync(root)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

function git(args: readonly string[], day = '2026-11-01', cwd = root): void {
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@a.example',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@a.example',
  }
  const dates = { GIT_AUTHOR_DATE: `${day}T23:30:00-0800`, GIT_COMMITTER_DATE: '2026-12-31T00:00:00Z' }
  const env = { ...process.env, ...identity, ...dates, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  execFileSync('git', args, { cwd, stdio: 'pipe', env })
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function commit(day: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) write(file, text)
  git(['add', '-A'])
  git(['commit', '-q', '-m', 'change'], day)
}

const text = 'src/content/docs/en/keys.md'
const [short, long, longer] = [
  'Keep it.\n',
  'Keep it where nobody else ever finds it.\n',
  `Keep it where nobody else ever finds it. ${'And write it down on paper. '}\n`,
]
const changed = (file: string, folder = root) => {
  const known = readHistory(folder, 'src/content')?.get(file)
  return known && lastChange(known.changes)
}

/** A project whose text was written on the 21st, changed on the 22nd, and spelled better on the 24th. */
function makeProject(): void {
  git(['init', '-q', '-b', 'main'])
  commit('2026-11-21', { [text]: short, 'README.md': 'A' })
  commit('2026-11-22', { [text]: long })
  commit('2026-11-24', { [text]: long.replace('Keep', 'Hold'), 'README.md': 'B' })
}

test('knows the day of the last change by the calendar of its author', () => {
  makeProject()
  expect(changed(text)).toBe('2026-11-22')
  expect(readHistory(root, 'src/content')?.get(text)?.head).toBe(long.replace('Keep', 'Hold'))
})

test('follows a moved file', () => {
  makeProject()
  const moved = 'src/content/docs/en/secrets.md'
  git(['mv', text, moved])
  git(['commit', '-q', '-m', 'move'], '2026-11-26')
  expect(changed(moved)).toBe('2026-11-22')
  expect(changed(text)).toBeUndefined()
})

test('takes the day of a merged change, not that of the merge', () => {
  makeProject()
  git(['checkout', '-q', '-b', 'side', 'HEAD~1'])
  commit('2026-11-23', { [text]: longer })
  git(['checkout', '-q', 'main'])
  commit('2026-11-25', { 'src/content/docs/en/other.md': 'Other.\n' })
  git(['merge', '-q', '-X', 'theirs', '-m', 'merge', 'side'], '2026-11-27')
  expect(changed(text)).toBe('2026-11-23')
})

test('reads names that are not ASCII', () => {
  makeProject()
  const named = 'src/content/docs/zh/密钥.md'
  commit('2026-11-26', { [named]: '请保存。\n' })
  expect(changed(named)).toBe('2026-11-26')
})

test('has nothing to say of a shallow clone, a copy without history, a folder of another repository, and before the first commit', () => {
  makeProject()
  const shallow = join(place, 'shallow')
  git(['clone', '-q', '--depth', '1', pathToFileURL(root).href, shallow])
  const copy = join(place, 'copy')
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true })
  const inner = join(root, 'inner')
  cpSync(join(root, 'src'), join(inner, 'src'), { recursive: true })
  const empty = join(place, 'empty')
  git(['init', '-q', empty])
  for (const folder of [shallow, copy, inner, empty, join(place, 'none')])
    expect(readHistory(folder, 'src/content'), folder).toBeUndefined()
})
