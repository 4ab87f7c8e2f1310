import type { Page } from '@playwright/test'
import { savedText, seedTexts, textOf } from './editor-files.ts'
import { expectAccessible, expectRoom, LOOKS, setWidth } from './lenses/lenses.ts'
import { texts } from './texts.ts'
import { expect, test } from './world.ts'

/** One site for the tests of this file: a build takes longer than all of them. */
test.describe.configure({ mode: 'default' })
test.use({
  own: 'repository',
  built: { PUBLIC_REPOSITORY_URL: 'https://github.com/acme/site/tree/main', PUBLIC_EDITOR: 'test' },
})

const question = (page: Page, name = 'Was this page helpful?') => page.getByRole('group', { name })
const counts = async (operate: (line: string) => Promise<{ out: string }>, path: string) =>
  (JSON.parse((await operate('page-votes --json')).out) as { path: string }[]).filter((row) => row.path === path)

/** Brings the question near, which shows it once the service has answered. */
async function open(page: Page, path: string, name?: string): Promise<void> {
  await page.goto(path)
  await page.locator('.vote').scrollIntoViewIfNeeded()
  await expect(question(page, name)).toBeVisible()
}

for (const locale of ['en', 'zh'] as const) {
  const t = texts(locale, 'docs')
  const path = locale === 'en' ? '/docs/gpu/' : '/zh/docs/gpu/'

  test(`a reader answers by keyboard in ${locale}, once, and is thanked`, async ({ page, service }) => {
    await open(page, path, t('end.question'))
    const yes = question(page, t('end.question')).getByRole('button', { name: t('end.yes'), exact: true })
    await yes.focus()
    await page.keyboard.press('Enter')
    await expect(question(page, t('end.question')).getByRole('status')).toHaveText(t('end.thanks'))
    await expect(yes).toBeFocused()
    await expect(yes).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: t('end.no'), exact: true }).click({ force: true })
    await expect(page.getByRole('link', { name: t('end.tell') })).toBeHidden()
    expect(await counts(service.operate, '/docs/gpu/')).toContainEqual({
      path: '/docs/gpu/',
      lang: locale,
      yes: 1,
      no: 0,
    })
  })

  test(`after a No in ${locale} a link leads to where reports are sent`, async ({ page }) => {
    const topic = locale === 'en' ? '/faq/points/' : '/zh/faq/points/'
    await open(page, topic, t('end.question'))
    await page.getByRole('button', { name: t('end.no'), exact: true }).click()
    await expect(question(page, t('end.question')).getByRole('status')).toHaveText(t('end.missing'))
    await page.getByRole('link', { name: t('end.tell') }).click()
    await page.waitForURL(`**${locale === 'en' ? '' : '/zh'}/help/#report`)
    await expect(page.locator('#report')).toBeInViewport()
  })

  test(`the end of a page is accessible and has room in ${locale}`, async ({ page }) => {
    await open(page, path, t('end.question'))
    for (const answered of [false, true]) {
      if (answered) await page.getByRole('button', { name: t('end.no'), exact: true }).click()
      if (answered) await expect(page.getByRole('link', { name: t('end.tell') })).toBeVisible()
      for (const look of LOOKS) {
        await setWidth(page, look.width)
        await expectAccessible(page, path, look)
        await expectRoom(page, `${path} at ${look.width} px`)
      }
    }
  })
}

test('sends the answer sealed, with no cookie and nothing stored', async ({ page, context }) => {
  await open(page, '/guide/first-week/')
  const before = await page.evaluate(() => JSON.stringify(localStorage))
  const request = page.waitForRequest('**/api/page/vote')
  await page.getByRole('button', { name: 'Yes' }).click()
  const body = (await request).postData() ?? ''
  expect(Object.keys(JSON.parse(body))).toEqual(['q'])
  expect((await request).headers()).not.toHaveProperty('token')
  await expect(page.getByRole('status').last()).toHaveText('Thank you. Your answer is counted.')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe(before)
  expect(await context.cookies()).toEqual([])
})

test.describe('where the service fails', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('the reader may answer again', async ({ page, service }) => {
    await page.route('**/api/page/vote', (route) => route.fulfill({ status: 503, body: 'away' }), { times: 1 })
    await open(page, '/docs/points/')
    const yes = page.getByRole('button', { name: 'Yes' })
    await yes.click()
    await expect(question(page).getByRole('status')).toHaveText("Your answer couldn't be sent. Try again.")
    await expect(yes).not.toHaveAttribute('aria-disabled')
    await yes.click()
    await expect(question(page).getByRole('status')).toHaveText('Thank you. Your answer is counted.')
    expect(await counts(service.operate, '/docs/points/')).toEqual([
      { path: '/docs/points/', lang: 'en', yes: 1, no: 0 },
    ])
  })

  test('and where there is none, nothing is asked', async ({ page }) => {
    await page.route('**/api/public-key', (route) => route.fulfill({ status: 404, body: '<html></html>' }))
    const asked = page.waitForResponse('**/api/public-key')
    await page.goto('/docs/wallets/')
    await page.locator('.vote').scrollIntoViewIfNeeded()
    await (await asked).finished()
    // Two frames, in which the question would be shown.
    await setWidth(page, 1440)
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Edit this page' })).toHaveAttribute(
      'href',
      'https://github.com/acme/site/edit/main/src/content/docs/en/wallets.md',
    )
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page leads to its file, and asks nothing', async ({ page }) => {
    await page.goto('/docs/wallets/')
    await expect(page.getByRole('link', { name: 'Edit this page' })).toBeVisible()
    await expect(page.locator('.vote')).toBeHidden()
  })
})

test.describe('the editor', () => {
  // A preview asks for the picture of a text, which the trial's repository does not have.
  test.use({ expectedErrors: [/Failed to load resource.*404/] })

  async function enter(page: Page): Promise<void> {
    await page.goto('/robots.txt')
    await seedTexts(page)
    await page.goto('/editor/')
    await page.getByRole('button', { name: 'Work with Test Repository' }).click()
    await expect(page.getByRole('button', { name: 'Create New Entry' }).first()).toBeVisible()
  }

  test('shows every collection with its texts, and the fields of each', async ({ page }) => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await enter(page)
    for (const name of ['Docs · 文档', 'Product guide · 产品指南', 'FAQ · 常见问题', 'pages', 'legal'])
      await expect(page.getByRole('treeitem', { name })).toBeVisible()
    const fields = {
      docs: [
        'title',
        'description',
        'group',
        'order',
        'updated',
        'translationOf',
        'aliases',
        'draft',
        'drawing',
        'body',
      ],
      faq: ['question', 'order', 'updated', 'translationOf', 'types', 'aliases', 'draft', 'body'],
    }
    for (const [name, expected] of Object.entries(fields)) {
      await page.goto(`/editor/#/collections/${name}/new`)
      const shown = page.locator('section.field[data-key-path]')
      await expect(shown).toHaveCount(expected.length)
      expect(await shown.evaluateAll((all) => all.map((one) => one.getAttribute('data-key-path')))).toEqual(expected)
    }
    // Data and blobs have none.
    expect([...hosts].filter((host) => host !== '' && host !== new URL(page.url()).host)).toEqual([])
  })

  for (const [collection, entry] of [
    ['docs', 'wallets'],
    ['guide', 'first-week'],
    ['faq', 'cloud/amount'],
    ['pages', 'about'],
    ['legal', 'terms'],
  ] as const)
    test(`saves a changed text of ${collection}, with nothing else of it changed`, async ({ page }) => {
      await enter(page)
      await page.goto(`/editor/#/collections/${collection}/entries/${entry}`)
      const field = page.getByRole('textbox').first()
      const place = (locale: string) => `src/content/${collection}/${locale}/${entry}.md`
      const key = collection === 'faq' ? 'question' : 'title'
      const [line = '', before = ''] = new RegExp(`^${key}: (.*)$`, 'm').exec(textOf(place('en'))) ?? []
      await expect(field).toHaveValue(before)
      await field.fill(`${before} now`)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      // YAML has two forms of a list, and the editor writes the other one.
      const expected = (locale: string) => textOf(place(locale)).replace('types: [1, 2]', 'types:\n  - 1\n  - 2')
      await expect.poll(() => savedText(page, place('en'))).toBe(expected('en').replace(line, `${line} now`))
      await expect.poll(() => savedText(page, place('zh'))).toBe(expected('zh'))
    })

  test('has a policy of its own, which no other page has', async ({ request }) => {
    const policyAt = async (path: string) => (await request.get(path)).headers()['content-security-policy'] ?? ''
    const policy = await policyAt('/editor/')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy).toContain("connect-src 'self' blob: data:;")
    for (const path of ['/', '/docs/wallets/', '/user/']) expect(await policyAt(path)).not.toContain('unsafe-inline')
    expect(await (await request.get('/editor/')).text()).toContain('<meta name="robots" content="noindex">')
  })

  test.describe('in Chinese', () => {
    test.use({ locale: 'zh-CN' })

    test('speaks the language of the browser', async ({ page }) => {
      await page.goto('/editor/')
      await expect(page.getByRole('button', { name: '使用测试仓库' })).toBeVisible()
    })
  })
})
