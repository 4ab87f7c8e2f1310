import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clone, installedAs } from '../_world/clone.ts'
import { parse } from './dist.ts'

const origin = 'https://idleforge.example'
const HIDDEN = 'Quokkaword'
const day = '2026-11-26'
const repository = 'https://github.com/acme/site'

let clone: Clone
const content = (file: string) => join(clone.folder, 'src/content', file)
const built = (file: string) => join(clone.folder, 'dist', file)
const read = (file: string) => readFileSync(built(file), 'utf8')
const page = (path: string) => parse(read(`${path}index.html`))
const attribute = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)

const doc = (title: string, more: readonly string[] = [], body = 'See [wallets](/docs/wallets/).') =>
  [
    '---',
    `title: ${title}`,
    'description: A page that a test has planted.',
    'group: start',
    'order: 90',
    `updated: ${day}`,
    ...more,
    '---',
    '',
    body,
    '',
  ].join('\n')

/** The site with texts that the real one may not have at present: without translation, older, drafts, moved. */
beforeAll(() => {
  clone = installedAs('clone')
  writeFileSync(
    content('docs/en/only-english.md'),
    doc('Only English', ['aliases: [/docs/former-name/]'], 'See [wallets](/docs/wallets/).\n\n## A heading\n\nText.'),
  )
  writeFileSync(content('docs/zh/only-chinese.md'), doc('仅有中文'))
  for (const locale of ['en', 'zh'])
    writeFileSync(content(`docs/${locale}/hidden.md`), doc(HIDDEN, ['draft: true', 'aliases: [/docs/hidden-before/]']))
  writeFileSync(content('faq/en/wallets/planted.md'), '---\nquestion: Is this planted?\norder: 90\n---\n\nIt is.\n')
  const older = readFileSync(content('docs/zh/wallets.md'), 'utf8')
  writeFileSync(
    content('docs/zh/wallets.md'),
    older.replace(/^updated: .*$/m, 'updated: 2026-11-22\ntranslationOf: 2026-11-22'),
  )
  const env = { ...process.env, VITEST: '', NODE_ENV: 'production', PUBLIC_REPOSITORY_URL: `${repository}/tree/main` }
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: clone.folder, env, stdio: 'pipe' })
  rmSync(built(''), { recursive: true, force: true })
  run('node_modules/astro/bin/astro.mjs', 'build', '--silent')
  run('scripts/activity.mjs', 'dist')
  run('scripts/pictures.mjs', 'dist')
  run('scripts/redirects.mjs', 'dist')
}, 600_000)
afterAll(() => clone.remove())

describe('a text without translation', () => {
  test.each([
    ['zh/docs/only-english/', 'zh-CN', 'en', '/docs/only-english/', '本页尚未翻译，以下为英文原文。'],
    [
      'docs/only-chinese/',
      'en',
      'zh-CN',
      '/zh/docs/only-chinese/',
      "This page isn't translated yet. The Chinese text follows.",
    ],
  ])('stands in for it at %s, marked with its language and with a notice', (path, lang, textLang, original, notice) => {
    const document = page(path)
    expect(document.documentElement.lang).toBe(lang)
    expect(document.querySelector('main header')?.textContent).toContain(notice)
    for (const selector of ['main h1', 'article', 'main h1 + p'])
      expect(attribute(document, selector, 'lang')).toBe(textLang)
    expect(attribute(document, 'article > nav', 'lang')).toBe(lang)
    expect(attribute(document, 'link[rel=canonical]', 'href')).toBe(origin + original)
    expect(document.querySelectorAll('link[hreflang]')).toHaveLength(0)
    expect(attribute(document, 'header a[data-pick]', 'href')).toBe(original)
    expect(attribute(document, 'article p a', 'href')).toBe(
      path.startsWith('zh') ? '/zh/docs/wallets/' : '/docs/wallets/',
    )
  })

  test('names no translation to engines', () => {
    const hrefs = [...page('docs/only-english/').querySelectorAll('link[hreflang]')].map((link) => [
      link.getAttribute('hreflang'),
      link.getAttribute('href'),
    ])
    expect(hrefs).toEqual(['en', 'x-default'].map((lang) => [lang, `${origin}/docs/only-english/`]))
    const map = read('sitemap-0.xml')
    expect(map).toContain(`<loc>${origin}/docs/only-english/</loc><lastmod>${day}`)
    expect(map).toContain(`<loc>${origin}/zh/docs/only-chinese/</loc>`)
    expect(map).not.toContain('/zh/docs/only-english/')
    expect(map).not.toContain('.example/docs/only-chinese/')
  })

  test.each(['docs/only-english/', 'docs/only-chinese/'])('at %s is shown with the picture of the original', (path) => {
    const picture = (at: string) => new URL(attribute(page(at), 'meta[property="og:image"]', 'content') ?? '').pathname
    expect(picture(path)).toBe(picture(`zh/${path}`))
    expect(existsSync(built(picture(path)))).toBe(true)
  })

  test('is found by search and in lists of both languages, and is in the feed of its own', () => {
    expect(read('search-zh.json')).toContain('"/zh/docs/only-english/","Only English"')
    expect(read('search-en.json')).toContain('"/docs/only-chinese/","仅有中文"')
    expect(attribute(page('zh/docs/'), 'main a[href="/zh/docs/only-english/"]', 'lang')).toBe('en')
    expect(read('feed.xml')).toContain('<title>Only English</title>')
    expect(read('zh/feed.xml')).not.toContain('Only English')
  })

  test('as a question stands among the translated ones', () => {
    const document = page('zh/faq/wallets/')
    expect(attribute(document, '#planted', 'lang')).toBe('en')
    expect(document.querySelector('#planted + div')?.textContent).toContain('本页尚未翻译')
    expect(document.querySelector('#planted + div + div[lang=en]')?.textContent).toContain('It is.')
  })
})

describe('the file of a text', () => {
  const edited = (path: string) =>
    [...page(path).querySelectorAll(`a[href^="${repository}"]`)].map((link) => link.getAttribute('href'))
  const fileAt = (file: string) => `${repository}/edit/main/src/content/${file}`

  test.each([
    ['docs/wallets/', 'docs/en/wallets.md'],
    ['zh/docs/wallets/', 'docs/zh/wallets.md'],
    ['guide/first-evening/', 'guide/en/first-evening.md'],
    ['about/', 'pages/en/about.md'],
    ['terms/', 'legal/en/terms.md'],
    ['zh/privacy/', 'legal/zh/privacy.md'],
    ['zh/docs/only-english/', 'docs/en/only-english.md'],
    ['docs/only-chinese/', 'docs/zh/only-chinese.md'],
  ])('is edited by a link at the end of %s', (path, file) => {
    expect(edited(path)).toEqual([fileAt(file)])
  })

  test('has a link in the language of the page, also below a text of another one', () => {
    for (const [path, words] of [
      ['docs/only-chinese/', 'Edit this page'],
      ['zh/docs/only-english/', '编辑本页'],
    ] as const) {
      const document = page(path)
      const link = document.querySelector(`a[href^="${repository}"]`)
      expect(link?.textContent?.trim()).toBe(words)
      const line = link?.closest('[lang]')
      expect(line?.getAttribute('lang')).toBe(document.documentElement.lang)
    }
  })

  test('of each question is edited below its answer, named by the question', () => {
    const links = [...page('zh/faq/wallets/').querySelectorAll('.edit a')]
    const files = links.map((link) => [link.getAttribute('aria-describedby'), link.getAttribute('href')])
    expect(files).toContainEqual(['keys', fileAt('faq/zh/wallets/keys.md')])
    expect(files).toContainEqual(['planted', fileAt('faq/en/wallets/planted.md')])
    expect(files.length).toBe(page('zh/faq/wallets/').querySelectorAll('article > h2').length)
  })

  test('is not edited where it does not change: earlier versions, lists', () => {
    for (const path of ['terms/2026-11-21/', 'docs/', 'faq/', '']) expect(edited(path)).toEqual([])
  })
})

test('a translation of an earlier version leads to the newer original', () => {
  const notice = page('zh/docs/wallets/').querySelector('main header div')
  const updated = /^updated: (\S+)$/m.exec(readFileSync(content('docs/en/wallets.md'), 'utf8'))?.[1]
  expect(notice?.textContent).toContain(`英文原文已于 ${updated} 更新，本页尚未同步。`)
  const link = notice?.querySelector('a')
  expect([link?.getAttribute('href'), link?.getAttribute('data-pick')]).toEqual(['/docs/wallets/', 'en'])
  expect(page('docs/wallets/').querySelector('main header div')).toBeNull()
})

test('a draft is in no file of the build', () => {
  const files = readdirSync(built(''), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /hidden/.test(file))).toEqual([])
  const texts = files.filter((file) => /\.(?:html|json|xml|js)$/.test(file))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter((file) => /Quokkaword|docs\/hidden/.test(read(file)))).toEqual([])
})

test.each([
  ['docs/former-name/', '/docs/only-english/', 'This page has moved'],
  ['zh/docs/former-name/', '/zh/docs/only-english/', '页面已迁移'],
])('a former address, %s, leads to %s without the service', (from, to, title) => {
  const document = page(from)
  expect(attribute(document, 'meta[http-equiv=refresh]', 'content')).toBe(`0;url=${to}`)
  expect(attribute(document, 'link[rel=canonical]', 'href')).toBe(origin + to)
  expect(attribute(document, 'meta[name=robots]', 'content')).toBe('noindex')
  expect(attribute(document, 'meta[http-equiv=content-security-policy]', 'content')).toContain("default-src 'none'")
  expect(document.querySelector('h1')?.textContent).toBe(title)
  expect(attribute(document, 'a', 'href')).toBe(to)
  expect(JSON.parse(read('redirects.json'))).toMatchObject({ [`/${from}`]: to })
  expect(existsSync(built('docs/hidden-before/index.html'))).toBe(false)
  expect(read('sitemap-0.xml')).not.toContain('former-name')
})
