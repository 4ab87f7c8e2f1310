import { expect, test } from 'vitest'
import { brand } from '#lib/brand.ts'
import { locales, localize } from '#lib/i18n/locales.ts'
import en from '#locales/en/home.json'
import { localizedPages, pages } from './dist.ts'

const pageAt = (path: string) => pages.find((page) => page.path === path)?.document
const textAt = (path: string) => pageAt(path)?.querySelector('main')?.textContent?.replace(/\s+/g, ' ') ?? ''

test('the home page presents the features, and four steps in their order', () => {
  // A step has its number before its title.
  const shown = [...(pageAt('/')?.querySelectorAll('h2, h3') ?? [])].map(({ textContent }) =>
    textContent?.trim().replace(/^\d/, ''),
  )
  for (const { title } of [en.see.fleet, en.see.withdraw]) expect(shown).toContain(title)
  const { register, bind, start, earn } = en.steps
  const steps = [register, bind, start, earn].map(({ title }) => shown.indexOf(title))
  expect(steps).toEqual([...steps].sort((one, other) => one - other))
  expect(steps).not.toContain(-1)
})

test.each(locales)('every public page in %s leads to help, questions, guide, docs, about and community', (locale) => {
  const required = ['/help', '/faq', '/guide', '/docs', '/about', '/community'].map((path) => localize(path, locale))
  for (const { path, document } of localizedPages) {
    if (path.startsWith('/zh/') !== (locale === 'zh') || !document.querySelector('footer')) continue
    const links = [...document.querySelectorAll('footer a')].map((link) => link.getAttribute('href'))
    expect([path, required.filter((one) => !links.includes(one))]).toEqual([path, []])
  }
})

test('the community page leads to the chat, and every page has a link to its other language', () => {
  expect(pageAt('/community/')?.querySelector(`main a[href="${brand.chat}"]`)).not.toBeNull()
  for (const { path, document } of localizedPages)
    expect([path, document.querySelector('a[data-pick]') !== null]).toEqual([path, true])
})

test('the download page names the system that the miner needs, and offers the package for Android', () => {
  expect(textAt('/download/')).toContain('Windows 10 or later')
  expect(textAt('/download/')).toContain('Android')
  expect(pageAt('/download/')?.querySelector('[data-package=windows] a')).not.toBeNull()
  expect(pageAt('/download/')?.querySelector('[data-package=android] a')).not.toBeNull()
})

test.each(['/download/', '/zh/download/'])('%s lists every system, and the terminal last', (path) => {
  const page = pageAt(path)
  const ids = [...(page?.querySelectorAll('main section[id]') ?? [])].map(({ id }) => id)
  expect(ids).toEqual(['windows', 'mac', 'linux', 'android', 'command-line'])
  const files = [...(page?.querySelectorAll('[data-file] a') ?? [])].map((link) => link.getAttribute('href'))
  expect(files).toHaveLength(11)
  expect(files).toContain(
    `/downloads/latest/linux?form=archive&architecture=arm64&lang=${path === '/download/' ? 'en' : 'zh'}`,
  )
})

test.each(['/', '/pc/', '/docs/getting-started/', '/guide/first-evening/', '/faq/start/', '/mobile-signup-success/'])(
  '%s promises no program for one system alone',
  (path) => {
    expect(textAt(path)).not.toMatch(/Download for Windows|command-line miner|Windows 10 or later(?!, macOS)/)
  },
)

test.each([
  ['/', ['SHA-256 puzzles']],
  ['/pc/', ['SHA-256 puzzles', 'The operator of this service sets them', 'from which UTC day on']],
  ['/faq/start/', ['SHA-256 puzzles that the operator of this service sets', 'at rates that the operator sets']],
  ['/terms/', ['SHA-256 puzzles that the operator sets', 'at rates that the operator sets']],
  ['/zh/', ['SHA-256 计算题']],
  ['/zh/pc/', ['SHA-256 计算题', '题目由本服务的运营方设定', '运营方设定产出率', '自哪个 UTC 自然日起适用']],
  ['/zh/faq/start/', ['由本服务的运营方设定的 SHA-256 计算题', '按运营方设定的产出率入账']],
  ['/zh/terms/', ['由运营方设定的 SHA-256 计算题', '注明生效日期（UTC）的产出率']],
])('%s says what devices compute, and who sets the rates', (path, sentences) => {
  for (const sentence of sentences) expect(textAt(path)).toContain(sentence)
})

test('the home page says when earnings settle', () => {
  expect(textAt('/')).toContain('between 04:00 and 08:00 UTC')
})

test('the ambassadors page shows what each level takes, keeps and loses', () => {
  const rules = ['>10Valid friends', '2,000Valid devices', '10,000Valid devices', '10 new devices in 30 days']
  for (const rule of [...rules, '20 days in a row below 2,000 devices'])
    expect(textAt('/invitation-kol/')).toContain(rule)
})

test('the points page says that points cannot be redeemed yet', () => {
  expect(textAt('/points/')).toContain('Redemption comes later')
})

test.each(locales)(
  'the page after a registration on a phone, in %s, does not ask to register in its header',
  (locale) => {
    const links = (path: string) =>
      [...(pageAt(localize(path, locale))?.querySelectorAll('header a') ?? [])].map((link) => link.getAttribute('href'))
    const register = localize('/register', locale)
    expect(links('/status/')).toContain(register)
    expect(links('/mobile-signup-success/')).not.toContain(register)
    expect(links('/mobile-signup-success/').length).toBeGreaterThan(1)
  },
)
