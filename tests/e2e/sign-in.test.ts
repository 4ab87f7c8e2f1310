import { expect, forgetSession, PASSWORD, signUp, test } from './world.ts'

test('sends a visitor to sign-in with the full path, and back', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await forgetSession(page)
  await page.goto('/user/overview-main/machine?from=mail#list')
  await page.waitForURL('**/login/?redirect=*')
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/user/overview-main/machine?from=mail#list')
  await page.locator('[name=username]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/user/overview-main/machine?from=mail#list')
})

test('signs in by a code from the mailbox', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await forgetSession(page)
  await page.goto('/login/')
  // Until its script has loaded, the form does nothing.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'E-mail code' }).click()
  await page.locator('[name=username]').fill(email)
  await page.getByRole('button', { name: 'Send code' }).focus()
  await page.keyboard.press('Enter')
  const resend = page.getByRole('button', { name: /Resend in \d+ s/ })
  await expect(resend).toBeDisabled()
  await expect(resend).toBeFocused()
  await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/user/overview-main/overview')
})

test('shows an error beside its field, and focuses it', async ({ page }) => {
  await page.goto('/register/')
  await page.locator('[name=username]').fill('nobody@')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('[name=username]')).toBeFocused()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Agree to the terms to create an account.')).toBeVisible()
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=confirm]').fill(`${PASSWORD}x`)
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(page.locator('[name=password]')).toHaveValue(PASSWORD)
})

test('removes the error of a field as soon as it is corrected', async ({ page }) => {
  await page.goto('/register/')
  await page.getByRole('button', { name: 'Create account' }).click()
  const wrong = page.locator('[aria-invalid=true]')
  await expect(wrong).toHaveCount(4)
  await page.locator('[name=username]').fill('ada@example.org')
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
  await page.locator('[name=verifyCode]').fill('1')
  await page.locator('[name=password]').fill(PASSWORD)
  await expect(wrong).toHaveCount(1)
  await page.locator('[name=terms]').check()
  await expect(wrong).toHaveCount(0)
  await expect(page.locator('[name=terms]')).toBeFocused()
})

test('focuses the field that was refused last, not an earlier one', async ({ page, email }) => {
  await page.goto('/register/')
  const [address, code] = [page.locator('[name=username]'), page.locator('[name=verifyCode]')]
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(address).toBeFocused()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await address.fill(email)
  await expect(page.getByText('Please enter a valid email address')).toBeHidden()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeVisible()
  // Requested again within the minute, as in another tab: the refusal is about the code, and is read out there.
  await page.reload()
  await address.fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=confirm]').fill(PASSWORD)
  await page.locator('[name=terms]').check()
  await page.locator('summary').click()
  await page.locator('[name=inviteCode]').fill('?')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(code).toBeFocused()
  await code.fill('000000')
  await page.getByRole('button', { name: 'Create account' }).click()
  const invite = page.locator('[name=inviteCode]')
  await expect(invite).toBeFocused()
  await expect(code).toHaveAttribute('aria-invalid', 'false')
  await page.keyboard.type('ab')
  await expect(invite).toHaveAttribute('aria-invalid', 'false')
  await expect(invite).toBeFocused()
  await expect(invite).toHaveValue('?ab')
  // Another address has a code of its own.
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeVisible()
  await address.fill(`other-${email}`)
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled()
})

test('keeps the invite code of the link through the registration', async ({ page, service, email }) => {
  await signUp(page, service, `inviter-${email}`)
  await page.goto('/user/account')
  const code = await page.getByText(/^[0-9A-Z]{8}$/).textContent()
  await forgetSession(page)
  await page.goto(`/register/?inviteCode=${code}`)
  await expect(page.locator('[name=inviteCode]')).toHaveValue(code ?? '')
  await page.goto('/')
  await page.goto('/register/')
  await expect(page.locator('[name=inviteCode]')).toHaveValue(code ?? '')
})

test('shows on a phone whose invitation was used', async ({ page, service, email }) => {
  await signUp(page, service, `inviter-${email}`)
  await page.goto('/user/account')
  const code = await page.getByText(/^[0-9A-Z]{8}$/).textContent()
  await forgetSession(page)
  await page.goto(`/mobile-signup/?inviteCode=${code}`)
  await page.locator('[name=username]').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
  for (const name of ['password', 'confirm']) await page.locator(`[name=${name}]`).fill(PASSWORD)
  await page.locator('[name=terms]').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(`**/mobile-signup-success/?inviteCode=${code}`)
  await expect(page.getByText(/^You joined with .+\*\*.+'s invitation\.$/)).toBeVisible()
  // An unknown code shows nothing.
  const inviterReply = page.waitForResponse('**/api/inviter*')
  await page.goto('/mobile-signup-success/?inviteCode=ZZZZ2222')
  await inviterReply
  await expect(page.getByText('You joined with')).toBeHidden()
})

test('keeps the requested address, whichever way the user signs in', async ({ page }) => {
  const target = '/user/overview-main/machine?from=mail#list'
  await page.goto(`/login/?redirect=${encodeURIComponent(target)}`)
  for (const [link, path] of [
    ['Create an account', '/register/'],
    ['中文', '/zh/register/'],
    ['English', '/register/'],
    ['Sign in', '/login/'],
    ['Forgot your password?', '/password/'],
  ] as const) {
    await expect(page.locator('form button[type=submit]')).toBeEnabled()
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL(`**${path}?redirect=*`)
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(target)
  }
})

test('restores the requested address after a link that was followed before the script was loaded', async ({ page }) => {
  await page.route('**/*.js', () => undefined)
  await page.goto('/login/?redirect=%2Fuser%2Faccount', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.waitForURL('**/register/')
  await page.unroute('**/*.js')
  await page.reload()
  await page.waitForURL('**/register/?redirect=%2Fuser%2Faccount')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login/?redirect=%2Fuser%2Faccount')
})
