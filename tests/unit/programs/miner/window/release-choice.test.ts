import { describe, expect, test } from 'vitest'
import type { Release } from '#lib/contract/versions.ts'
import { freeName, safeName } from '#service/programs/miner/window/download-file.ts'
import { downloadFolderIn } from '#service/programs/miner/window/downloads-folder.ts'
import {
  chooseUpdate,
  compareVersions,
  installedForm,
  platformOf,
} from '#service/programs/miner/window/release-choice.ts'

const file = (form: 'setup' | 'package' | 'archive', architecture: 'x64' | 'arm64') => {
  const fileName = `${form}-${architecture}`
  return { form, architecture, fileName, url: `/downloads/${fileName}`, size: 3, sha256: fileName }
}
const release: Release = {
  ...file('archive', 'x64'),
  platform: 'linux',
  version: '1.10.0',
  notes: 'Faster',
  notesZh: '更快',
  publishedAt: 0,
  files: [file('archive', 'x64'), file('archive', 'arm64'), file('package', 'x64')],
}
const installed = { architecture: 'x64', form: 'archive' } as const

describe('a new version', () => {
  test.each([
    ['1.10.0', '1.9.9', 1],
    ['1.2.0', '1.2.0+wasm-simd', 0],
    ['1.2.0', '1.2.1', -1],
    ['2.0.0', '1.99.99', 1],
  ])('%s compared with %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign)
  })

  test('comes as the form that is installed, or else as an archive', () => {
    const choose = (parts: Partial<Parameters<typeof chooseUpdate>[2]>, version = '1.9.0') =>
      chooseUpdate(release, version, { ...installed, ...parts })
    expect(choose({})).toMatchObject({ version: '1.10.0', fileName: 'archive-x64', notesZh: '更快' })
    expect(choose({ form: 'package' })).toMatchObject({ sha256: 'package-x64', url: '/downloads/package-x64' })
    expect(choose({ form: 'package', architecture: 'arm64' })).toMatchObject({ fileName: 'archive-arm64' })
    expect(choose({ architecture: 'riscv64' })).toBeUndefined()
    expect(choose({}, '1.10.0')).toBeUndefined()
    expect(chooseUpdate({ ...release, files: undefined }, '1.9.0', installed)).toMatchObject({
      fileName: 'archive-x64',
    })
  })

  test('has the form and platform of where the program lies', () => {
    expect(installedForm('win32', 'C:\\miner.exe', true)).toBe('setup')
    expect(installedForm('win32', 'C:\\miner.exe', false)).toBe('archive')
    expect(installedForm('linux', '/usr/bin/idleforge-miner', false)).toBe('package')
    expect(installedForm('linux', '/home/a/idleforge-miner', false)).toBe('archive')
    expect([platformOf('win32'), platformOf('darwin'), platformOf('linux'), platformOf('aix')]).toEqual([
      ...['windows', 'mac', 'linux'],
      undefined,
    ])
  })
})

describe('the place of a download', () => {
  test('is the folder that the desktop names', () => {
    const of = (line: string) => downloadFolderIn(`# comment\n${line}\n`, '/home/a')
    expect(of('XDG_DOWNLOAD_DIR="$HOME/Téléchargements"')).toBe('/home/a/Téléchargements')
    expect(of('XDG_DOWNLOAD_DIR="/data/in"')).toBe('/data/in')
    expect(of('XDG_DESKTOP_DIR="$HOME/Desktop"')).toBeUndefined()
    expect(of('XDG_DOWNLOAD_DIR="in"')).toBeUndefined()
  })

  test('has a name that leads nowhere else and replaces nothing', () => {
    expect(safeName('../../.bashrc')).toBe('_.._.bashrc')
    expect(safeName('...')).toBe('idleforge-miner')
    const taken = ['/in/a.tar.gz', '/in/a (1).tar.gz', '/in/plain']
    const exists = (place: string) => taken.includes(place)
    expect(freeName('/in', 'a.tar.gz', exists)).toBe('/in/a (2).tar.gz')
    expect(freeName('/in', 'b.deb', exists)).toBe('/in/b.deb')
    expect(freeName('/in', 'plain', exists)).toBe('/in/plain (1)')
  })
})
