import { expect, test } from './world.ts'

test.use({ javaScriptEnabled: false })

/** Text that each page shows in place of its script's work, and its link. */
const pages = [
  { path: '/user', says: ['needs JavaScript', '需要启用 JavaScript'], leads: '/help/' },
  { path: '/user/earnings/withdrawals', says: ['needs JavaScript', '需要启用 JavaScript'], leads: '/zh/help/' },
  { path: '/messages', says: ['needs JavaScript', '需要启用 JavaScript'], leads: '/help/' },
  { path: '/stand-message', says: ['needs JavaScript', '需要启用 JavaScript'] },
  { path: '/pc-notice-alert', says: ['needs JavaScript', '需要启用 JavaScript'] },
  { path: '/login/', says: ['needs JavaScript'] },
  { path: '/zh/register/', says: ['需要 JavaScript'] },
  { path: '/password/', says: ['needs JavaScript'] },
  { path: '/zh/mobile-signup/', says: ['需要 JavaScript'] },
  { path: '/no-reminders/', says: ['needs JavaScript', 'support@'] },
  { path: '/zh/no-reminders/', says: ['需要启用 JavaScript', 'support@'] },
  { path: '/status/', says: ['needs JavaScript'], leads: '/api/status' },
  { path: '/pc/', says: ['Without JavaScript'] },
]

for (const { path, says, leads } of pages)
  test(`${path} shows a message without a script`, async ({ page }) => {
    await page.goto(path)
    // Playwright finds no text within noscript; what is shown of it is shown all the same.
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown
    const shown = await page.locator('body').innerText()
    for (const words of says) expect(shown).toContain(words)
    if (leads) {
      await page.locator(`a[href$="${leads}"]`).locator('visible=true').first().click()
      await page.waitForURL(`**${leads}`)
    }
  })
