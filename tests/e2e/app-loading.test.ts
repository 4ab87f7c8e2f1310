import { expect, holdCall, moving, signUp, test } from './world.ts'

test.use(moving)

test('applies the choice of language and theme before its modules are loaded', async ({ page, service, email }) => {
  await signUp(page, service, email)
  // Held during the whole test: only the static shell is shown.
  await page.route('**/_astro/client.*.js', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: '切换日间与夜间' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
})

test('a loading placeholder costs no frame of its thread: it is still, and later only its opacity changes', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await page.route('**/_astro/*.js', () => undefined)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('.skeleton').first()).toBeVisible()
  const moving = await page.evaluate(() =>
    document.getAnimations().map((animation) => {
      const effect = animation.effect as KeyframeEffect
      const { offset, computedOffset, easing, composite, ...moved } = effect.getKeyframes()[0] ?? {}
      return { properties: Object.keys(moved), isLate: Number(effect.getTiming().delay) >= 2000 }
    }),
  )
  expect(moving.length).toBeGreaterThan(24)
  for (const one of moving) expect(one).toEqual({ properties: ['opacity'], isLate: true })
  await page.unrouteAll()
})

test('the first screen loads its data while its code is loading', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.route('**/_astro/client.*.js', () => undefined)
  const code = page.waitForRequest('**/_astro/screen.*.js')
  const answers = ['getMachineStatistics', 'getMachineList', 'overview-data', 'get-daily-income'].map((name) =>
    page.waitForResponse((response) => response.url().endsWith(`/${name}`) && response.ok()),
  )
  await page.reload({ waitUntil: 'commit' })
  await Promise.all([code, ...answers])
  await expect(page.locator('#shell')).toHaveCount(1)
  await page.unrouteAll()
})

test('the shell works before its first screen is loaded', async ({ page, service, email }) => {
  await signUp(page, service, email)
  // The previous screen requests it too, after it is shown.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('font'))).toBe('1')
  await page.evaluate(() => localStorage.removeItem('font'))
  await page.setViewportSize({ width: 390, height: 800 })
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url())
  })
  const release = await holdCall(page, '**/_astro/screen.*.js')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet.getByRole('link', { name: 'Devices' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(fonts).toEqual([])
  release()
  await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
  await expect.poll(() => fonts.length).toBe(1)
})

test('navigates to another screen while the first one never loads', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.route('**/_astro/screen.*.js', () => undefined, { times: 1 })
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('#shell')).toHaveCount(0)
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page).toHaveTitle('Devices · Idleforge')
  await expect(page.getByRole('button', { name: 'Add device' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeFocused()
  await page.unrouteAll()
})

/** Parts of the overview that are shown when one of its files never loads. */
const without = {
  'reads.*': { role: 'button', name: 'Generate code' },
  'ticket-worker-*': { role: 'heading', name: 'Balance' },
  'calls.*': { role: 'heading', name: 'Overview' },
} as const

for (const [file, { role, name }] of Object.entries(without))
  test(`shows as much as possible without ${file}.js`, async ({ page, service, email }) => {
    await signUp(page, service, email)
    await page.route(`**/_astro/${file}.js`, () => undefined)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('#shell')).toHaveCount(0)
    await expect(page.getByRole(role, { name })).toBeVisible()
    await page.unrouteAll()
  })

test('loads data without a worker when its file does not load', async ({ page, service, email, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/)
  await signUp(page, service, email)
  let requestCount = 0
  // The replacement of the head's worker loads after it has failed.
  const release = await holdCall(page, '**/_astro/calls.*.js')
  await page.route('**/_astro/ticket-worker-*.js', async (route) => {
    requestCount += 1
    await route.abort()
    release()
  })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
  // The head's worker was forgotten, and the one after it has said at once that it can't come.
  expect(requestCount).toBe(2)
})
