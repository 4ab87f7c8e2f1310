import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { editAddress, parseRepository, REPOSITORY_HINT } from '../../scripts/lib/repository.mjs'

const FILE = 'src/content/docs/en/wallets.md'

test.each([
  ['https://github.com/acme/site/tree/main', `https://github.com/acme/site/edit/main/${FILE}`],
  ['https://github.com/acme/site/tree/main/', `https://github.com/acme/site/edit/main/${FILE}`],
  ['https://github.com/acme/my.site-2/tree/release/1.2', `https://github.com/acme/my.site-2/edit/release/1.2/${FILE}`],
  ['http://git.acme.example:8443/acme/site/tree/main', `http://git.acme.example:8443/acme/site/edit/main/${FILE}`],
  ['https://gitlab.com/acme/site/-/tree/main', `https://gitlab.com/acme/site/-/edit/main/${FILE}`],
  ['https://gitlab.com/acme/web/team/site/-/tree/main', `https://gitlab.com/acme/web/team/site/-/edit/main/${FILE}`],
  ['https://code.acme.example/web/site/-/tree/texts/zh', `https://code.acme.example/web/site/-/edit/texts/zh/${FILE}`],
])('a text of the branch %s is edited at %s', (url, expected) => {
  expect(editAddress(url, FILE)).toBe(expected)
})

test.each([
  '',
  'main',
  'github.com/acme/site/tree/main',
  'https://github.com/acme/site',
  'https://github.com/acme/site/blob/main/README.md',
  'https://github.com/acme/tree/main',
  'https://github.com/acme/site/tree/',
  'https://github.com/acme/web/site/tree/main',
  'https://gitlab.com/site/-/tree/main',
  'https://me:secret@github.com/acme/site/tree/main',
  'https://token@gitlab.com/acme/site/-/tree/main',
  'https://github.com/acme/site/tree/main?tab=readme',
  'https://github.com/acme/site/tree/main#top',
  'https://github.com/acme/site/tree/../../evil',
  'https://github.com/acme/site/tree/a//b',
  'https://github.com/acme/site/tree/"><script>',
  'javascript:alert(1)//acme/site/tree/main',
  'git@github.com:acme/site.git',
])('%j is no address of a branch', (url) => {
  expect(parseRepository(url)).toBeUndefined()
})

test('without a repository there is no address', () => {
  expect(editAddress(undefined, FILE)).toBeUndefined()
  expect(editAddress('', FILE)).toBeUndefined()
})

test('a build with a wrong address ends with a sentence that shows a right one', () => {
  const env = { ...process.env, PUBLIC_REPOSITORY_URL: 'https://github.com/acme/site' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(`Settings to correct:\n  - PUBLIC_REPOSITORY_URL must be ${REPOSITORY_HINT}`)
})

test.each([
  [{ PUBLIC_EDITOR: 'on' }],
  [{ PUBLIC_EDITOR: 'yes', PUBLIC_REPOSITORY_URL: 'https://github.com/acme/site/tree/main' }],
])('a build with %j ends with a sentence: the editor is on with a repository, or on trial', (settings) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('- PUBLIC_EDITOR must be on, with PUBLIC_REPOSITORY_URL set, or test')
})
