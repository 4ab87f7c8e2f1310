import { enterDemo, expect, test, waitForApp } from './world.ts'

/** Screens that newcomers meet first: each shows what was asked for before anything else, and leads on. */
test.use({ demo: true, paid: true })

test.describe('in a Chinese browser', () => {
  test.use({ locale: 'zh-CN' })

  test('a revoked link to a watcher says so in the language of the browser, and leads to the site', async ({
    page,
  }) => {
    await page.goto(`/watch/${'a'.repeat(43)}`)
    await expect(page.getByRole('heading', { name: '此链接已失效' })).toBeVisible()
    await expect(page.getByText('This link is no longer active')).toBeHidden()
    await page.getByRole('link', { name: '前往首页' }).click()
    await page.waitForURL('**/zh/')
  })
})

test('the reminders page can be left without stopping them', async ({ page }) => {
  await page.goto('/no-reminders/?ticket=none')
  await expect(page.getByRole('button', { name: 'Stop reminders' })).toBeVisible()
  await page.getByRole('link', { name: 'Keep them' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('the ambassadors’ page states the percentages that the service has today', async ({ page }) => {
  await page.goto('/invitation-kol/')
  await expect(page.getByText('You earn 2% of what the people you invited mine.')).toBeVisible()
  await expect(page.getByText('You earn 5% of what the people you invited mine, and 2%')).toBeVisible()
})

test('a passkey is offered to those who sign in, and not to those who register', async ({ page }) => {
  const passkey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await page.goto('/login/')
  await expect(passkey).toBeVisible()
  await page.goto('/register/')
  await expect(page.getByText('By continuing with Google')).toBeVisible()
  await expect(passkey).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the first machine is in view, and the filter unfolds above it', async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto('/user/gpu/gpu-list')
    await waitForApp(page)
    const first = page.getByRole('listitem').filter({ hasText: 'per hour' }).first()
    await expect(first.getByRole('heading')).toBeInViewport()
    const region = page.getByLabel('Region')
    await expect(region).toBeHidden()
    await page.getByRole('button', { name: 'Filter' }).click()
    await region.selectOption('Frankfurt')
    await page.getByRole('button', { name: 'Filter: 1 set' }).click()
    await expect(region).toBeHidden()
    await expect(first).toContainText('Frankfurt')
  })

  test('the alert of a hot device opens the settings that it names', async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto('/user/overview-main/machine')
    await page.getByRole('button', { name: /^Mini PC/ }).click()
    const opener = page.getByRole('listitem').getByRole('button', { name: 'Change settings' }).first()
    const control = page.getByRole('region', { name: 'Control' })
    await expect(control).toContainText(/°C, hot \(from \d+\s°C\)/)
    await opener.click()
    await expect(control.getByLabel('Threads')).toBeInViewport()
    await control.getByRole('button', { name: 'Cancel' }).click()
    await expect(opener).toBeFocused()
  })

  test('two plans are compared from a bar that stays in view', async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto('/user/cloud-mining')
    await waitForApp(page)
    const bar = page.getByRole('region', { name: 'Side by side' })
    const boxes = page.getByRole('checkbox', { name: 'Compare' })
    await boxes.nth(0).check()
    await expect(bar).toBeInViewport()
    await expect(bar.getByRole('button', { name: 'Compare 1' })).toHaveAttribute('aria-disabled', 'true')
    await boxes.nth(1).check()
    await bar.getByRole('button', { name: 'Compare 2' }).click()
    const sheet = page.getByRole('dialog', { name: 'Side by side' })
    await expect(sheet.getByRole('columnheader')).toHaveText([/^ALEO /, /^ALEO /])
    // In words, and not by a colour alone.
    await expect(sheet.getByRole('row', { name: /^Price per GH/ })).toContainText('Lowest')
    await expect(sheet.getByRole('row', { name: /^Breaks even/ })).toContainText('Soonest')
    await expect(sheet.getByRole('row', { name: /^Output value/ })).toContainText(/\d\.\d{2} USDT/)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toHaveCount(0)
  })
})
