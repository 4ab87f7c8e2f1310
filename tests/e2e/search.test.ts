import { expect, test } from './world.ts'

const words = {
  en: {
    start: '/help/',
    typed: 'minimum withdrawal',
    title: 'What is the minimum withdrawal?',
    path: '/faq/withdrawals/#minimum',
    count: /results/,
    none: 'No results',
  },
  zh: {
    start: '/zh/help/',
    typed: '最低金额',
    title: '最低金额',
    path: '/zh/docs/withdrawals/#minimums',
    count: /条结果/,
    none: '没有找到',
  },
}

for (const locale of ['en', 'zh'] as const)
  test(`leads by keyboard alone from a question to its answer in ${locale}`, async ({ page }) => {
    const { start, typed, title, path, count, none } = words[locale]
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(start, { waitUntil: 'load' })
    const field = page.getByRole('combobox')
    await expect.poll(() => requests).toContain('/lazy/search.js')
    expect(requests).not.toContain(`/search-${locale}.json`)
    await expect
      .poll(async () => {
        await page.keyboard.press('/')
        return field.evaluate((element) => element === document.activeElement)
      })
      .toBe(true)
    await expect(field).toHaveValue('')
    await page.keyboard.insertText('zeppelin')
    await expect(page.getByRole('status')).toContainText(none)
    await expect(page.getByRole('listbox')).toBeHidden()
    await field.fill('')
    await page.keyboard.insertText(typed)
    const options = page.getByRole('option')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('status')).toHaveText(count)
    await page.keyboard.press('ArrowDown')
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', 'hit-1')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(field).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Backspace')
    await page.keyboard.insertText(typed.slice(-1))
    await expect(options.first()).toContainText(title)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeInViewport()
  })

test('shows when the search cannot be loaded, and works at the next key', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  let isDown = true
  await page.route('**/search-en.json', (route) => (isDown ? route.abort() : route.continue()))
  await page.goto('/docs/')
  await page.getByRole('combobox').fill('hold')
  await expect(page.getByRole('status')).toContainText("couldn't be loaded")
  isDown = false
  await page.getByRole('combobox').fill('holds')
  await expect(page.getByRole('option').first()).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the docs can be read and walked through', async ({ page }) => {
    await page.goto('/docs/')
    await expect(page.getByRole('combobox')).toBeHidden()
    await page.getByRole('link', { name: 'How earnings settle' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How earnings settle')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Withdrawals and limits')
  })
})
