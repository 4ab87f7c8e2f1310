import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { linuxPackages } from '../../scripts/pack/linux.mjs'
import { targets } from '../../scripts/pack/targets.mjs'

const SECONDS = Date.UTC(2026, 0, 2, 3, 4, 5) / 1000
/** An odd number of bytes: both formats pad. */
const program = Buffer.from('#!/bin/sh\necho mined\n\n\n')
const licences = Buffer.from('licences')

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' } })

function make(architecture: string, form: string): { file: string; content: Buffer } {
  const target = targets.find(({ name }) => name === `linux-${architecture}`)
  if (!target) throw new Error('no target')
  const parts = { program, licences, service: 'https://mine.example', seconds: SECONDS }
  const found = linuxPackages(target, parts).find((one) => one.form === form)
  if (!found) throw new Error('no package')
  const content = found.make()
  writeFileSync(join(folder, found.file), content)
  return { file: found.file, content }
}

test('a tarball holds the program, a unit of the user and the licences, with no owner and the time of the commit', () => {
  const { file } = make('arm64', 'archive')
  expect(file).toBe(`idleforge-miner-${MINER_VERSION}-linux-arm64.tar.gz`)
  const lines = run('tar', '-tvzf', file).trim().split('\n')
  const inside = `idleforge-miner-${MINER_VERSION}-linux-arm64`
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    `drwxr-xr-x root/root 0 2026-01-02 03:04 ${inside}/`,
    expect.stringMatching(`^-rw-r--r-- root/root \\d+ 2026-01-02 03:04 ${inside}/README.txt$`),
    `-rw-r--r-- root/root 8 2026-01-02 03:04 ${inside}/LICENSES.txt`,
    `-rwxr-xr-x root/root ${program.length} 2026-01-02 03:04 ${inside}/idleforge-miner`,
    expect.stringMatching(`^-rw-r--r-- root/root \\d+ 2026-01-02 03:04 ${inside}/idleforge-miner.service$`),
  ])
  run('tar', '-xzf', file)
  expect(readFileSync(join(folder, inside, 'idleforge-miner'))).toEqual(program)
  const unit = readFileSync(join(folder, inside, 'idleforge-miner.service'), 'utf8')
  expect(unit).toContain('ExecStart=%h/.local/bin/idleforge-miner --json --background\n')
  expect(unit).not.toContain('@')
})

test.runIf(existsSync('/usr/bin/dpkg-deb'))('a .deb is read by dpkg, and its sums are those of its files', () => {
  const { file } = make('x64', 'package')
  expect(file).toBe(`idleforge-miner_${MINER_VERSION}_amd64.deb`)
  const fields = ['Package', 'Version', 'Architecture', 'Depends', 'Recommends']
  expect(run('dpkg-deb', '-f', file, ...fields)).toBe(
    `Package: idleforge-miner\nVersion: ${MINER_VERSION}\nArchitecture: amd64\n` +
      'Depends: libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1, libatomic1\n' +
      'Recommends: libglib2.0-bin, xprintidle, x11-utils\n',
  )
  run('dpkg-deb', '-R', file, 'out')
  expect(run('sh', '-c', 'cd out && md5sum -c DEBIAN/md5sums')).toBe(
    [
      'usr/bin/idleforge-miner: OK',
      'usr/lib/systemd/user/idleforge-miner.service: OK',
      'usr/share/applications/idleforge-miner.desktop: OK',
      'usr/share/icons/hicolor/scalable/apps/idleforge-miner.svg: OK',
      'usr/share/doc/idleforge-miner/copyright: OK\n',
    ].join('\n'),
  )
  expect(run('sh', 'out/usr/bin/idleforge-miner')).toBe('mined\n')
  const unit = readFileSync(join(folder, 'out/usr/lib/systemd/user/idleforge-miner.service'), 'utf8')
  expect(unit).toContain('ExecStart=/usr/bin/idleforge-miner --json --background\n')
})

test.each(['archive', 'package'])('two builds of a Linux %s have the same bytes', (form) => {
  expect(make('x64', form).content.equals(make('x64', form).content)).toBe(true)
})
