import { expect, test } from 'vitest'
import { offeredPlatforms, suitsAll } from '#app/versions/store.ts'
import type { Release } from '#lib/contract/versions.ts'

const release = (platform: Release['platform']): Release => ({
  ...{ platform, version: '1.0.0', fileName: 'f', url: '/f', size: 1, sha256: 'a' },
  ...{ notes: '', notesZh: '', publishedAt: 0 },
})
const all = { windows: release('windows'), android: release('android'), linux: release('linux'), mac: release('mac') }

test.each([
  ['windows', all, 'windows mac linux android'],
  ['linux', all, 'linux windows mac android'],
  [undefined, all, 'windows mac linux android'],
  ['mac', { windows: release('windows'), android: null }, 'mac windows'],
  [undefined, { windows: null, android: null }, ''],
] as const)('offers to %s its own platform, and what is published', (own, releases, platforms) => {
  const offered = offeredPlatforms(releases, own)
  expect(offered.map(({ platform }) => platform).join(' ')).toBe(platforms)
  for (const { platform, release } of offered) expect(release?.platform ?? platform).toBe(platform)
})

test('sends to the download page where a release has files for several processors', () => {
  const file = (architecture: 'x64' | 'arm64') => ({
    ...{ form: 'archive' as const, architecture, fileName: 'f', url: '/f', size: 1, sha256: 'a' },
  })
  expect(suitsAll(release('windows'))).toBe(true)
  expect(suitsAll({ ...release('windows'), files: [file('x64'), file('x64')] })).toBe(true)
  expect(suitsAll({ ...release('mac'), files: [file('x64'), file('arm64')] })).toBe(false)
})
