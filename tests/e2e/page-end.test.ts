import type { Page } from '@playwright/test'
import { expectAccessible, expectRoom, LOOKS, setWidth } from './lenses/lenses.ts'
import { texts } from './texts.ts'
import { expect, test } from './world.ts'

/** One site for the tests of this file: a build takes longer than all of them. */
test.describe.configure({ mode: 'default' })
test.use({ own: 'page-end', built: { PUBLIC_REPOSITORY_URL: 'https://github.com/acme/site/tree/main' } })

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
    await expect(question(page).getByRole('status')).toHaveText("Your answer couldn't be sent. Please try again.")
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
