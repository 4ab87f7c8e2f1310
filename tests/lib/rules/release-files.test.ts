import { expect, test } from 'vitest'
import type { Release, ReleaseFile } from '#lib/contract/versions.ts'
import { type Architecture, chooseFile } from '#lib/rules/release-files.ts'

type Kind = readonly [ReleaseFile['form'], ReleaseFile['architecture']]

function release(platform: Release['platform'], kinds: readonly Kind[], name = 'whole.zip'): Release {
  const facts = { size: 5, sha256: 'aa', notes: '', notesZh: '', publishedAt: 0, version: '1.2.3' }
  const files = kinds.map(([form, architecture]) => {
    const fileName = `${form}-${architecture}`
    return { form, architecture, fileName, url: `/downloads/${fileName}`, size: 5, sha256: 'bb', signed: true }
  })
  return { platform, fileName: name, url: `/downloads/${name}`, ...facts, ...(files.length > 0 && { files }) }
}

const linux: readonly Kind[] = [
  ['archive', 'arm64'],
  ['archive', 'x64'],
  ['package', 'arm64'],
  ['package', 'x64'],
]
const mac: readonly Kind[] = [
  ['archive', 'arm64'],
  ['archive', 'x64'],
]
const windows: readonly Kind[] = [
  ['archive', 'x64'],
  ['setup', 'x64'],
]

test.each<[Release['platform'], readonly Kind[], Architecture | undefined, string | undefined]>([
  ['windows', windows, undefined, 'setup-x64'],
  ['windows', windows, 'x64', 'setup-x64'],
  ['windows', windows, 'arm64', 'setup-x64'],
  ['windows', [['archive', 'x64']], 'x64', 'archive-x64'],
  ['mac', mac, undefined, 'archive-arm64'],
  ['mac', mac, 'x64', 'archive-x64'],
  ['mac', [['archive', 'arm64']], 'x64', undefined],
  ['linux', linux, undefined, 'package-x64'],
  ['linux', linux, 'arm64', 'package-arm64'],
  ['linux', [['archive', 'x64']], 'x64', 'archive-x64'],
  ['linux', [['archive', 'x64']], 'arm64', undefined],
])('offers for %s with %j on %s the file %s', (platform, kinds, architecture, name) => {
  expect(chooseFile(release(platform, kinds), architecture)?.fileName).toBe(name)
})

test.each([
  ['windows', 'setup.exe', 'setup'],
  ['windows', 'miner.zip', 'archive'],
  ['linux', 'miner.tar.gz', 'archive'],
  ['linux', 'miner.deb', 'package'],
  ['android', 'app.apk', 'package'],
] as const)('offers the only file of a release for %s, %s, as %s', (platform, name, form) => {
  const offered = chooseFile(release(platform, [], name), 'arm64')
  expect(offered).toMatchObject({ fileName: name, form })
  expect(offered).not.toHaveProperty('signed')
})
