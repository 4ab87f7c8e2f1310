import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { figures } from '#lib/text/figures.ts'
import { keepVersion } from '../../scripts/content/keep.mjs'

let root: string
const place = (locale: string, name: string) => join(root, 'src/content/legal', locale, `${name}.md`)
const write = (day: string, body: string) => {
  for (const locale of ['en', 'zh'])
    writeFileSync(place(locale, 'terms'), `---\ntitle: Terms\nupdated: ${day}\n---\n\n${body}\n`)
}
const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], { stdio: 'pipe' })
const commit = () => {
  git('add', '-A')
  git('commit', '-q', '-m', 'change')
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'keep-'))
  for (const locale of ['en', 'zh']) mkdirSync(join(root, 'src/content/legal', locale), { recursive: true })
  write('2026-11-22', 'A code works for {{devices.codeLife}} on {{=Windows 10}}.')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('keeps the text in both languages with its figures written out', () => {
  keepVersion(root, ['terms'])
  const { en, zh } = figures['devices.codeLife']
  expect(readFileSync(place('en', 'terms/2026-11-22'), 'utf8')).toContain(`A code works for ${en} on Windows 10.`)
  expect(readFileSync(place('zh', 'terms/2026-11-22'), 'utf8')).toContain(`A code works for ${zh} on Windows 10.`)
})

test('keeps what was committed, also after the text has changed', () => {
  git('init', '-q')
  commit()
  write('2026-11-27', 'Changed.')
  keepVersion(root, ['terms'])
  expect(readFileSync(place('en', 'terms/2026-11-22'), 'utf8')).toContain('A code works')
  commit()
  write('2026-11-28', 'Changed again.')
  commit()
  keepVersion(root, ['terms', '2026-11-27'])
  expect(readFileSync(place('zh', 'terms/2026-11-27'), 'utf8')).toContain('Changed.')
})

test('refuses a text or a date that there is not, and overwrites nothing', () => {
  expect(() => keepVersion(root, [])).toThrow('Usage')
  expect(() => keepVersion(root, ['imprint'])).toThrow('Usage')
  expect(() => keepVersion(root, ['terms', '2026-01-01'])).toThrow('has never had the date 2026-01-01')
  keepVersion(root, ['terms'])
  expect(() => keepVersion(root, ['terms'])).toThrow('exists already')
})
