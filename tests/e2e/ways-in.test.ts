import { codeAt } from '#world/factor.ts'
import { expect, forgetSession, PASSWORD, signUp, test } from './world.ts'

test('turns on the second step, signs in with it, and finds both in the history', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/account' })
  await page.getByRole('button', { name: 'Turn on' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up two-step sign-in' })
  const secret = ((await setUp.locator('.code').textContent()) ?? '').replace(/\s/g, '')
  await setUp.getByLabel('Code from your app').fill(codeAt(secret, Date.now()))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const code = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: "I've saved them" }).click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
  await forgetSession(page)
  await page.goto('/login/')
  await page.locator('[name=username]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused()
  await page.locator('[name=factorCode]').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('[name=factorCode]')).toHaveAttribute('aria-invalid', 'true')
  await page.locator('[name=factorCode]').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/user/overview-main/overview')
  await page.goto('/user/account')
  await expect(page.getByText('Recovery code used, 9 left')).toBeVisible()
  await expect(page.getByText('Signed in with the password')).toBeVisible()
})

test('adds a passkey and signs in with it, without an address', async ({ page, service, email }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  // Passkeys belong to names: the same service at its name.
  const named = service.origin.replace('127.0.0.1', 'localhost')
  await signUp(page, { ...service, origin: named }, email)
  await page.goto(`${named}/user/account`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('My laptop')
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Passkey “My laptop” added').first()).toBeVisible()
  await page.goto(`${named}/robots.txt`)
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto(`${named}/login/`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/user/overview-main/overview')
  await page.goto(`${named}/user/account`)
  await expect(page.getByText('Signed in with a passkey')).toBeVisible()
})
