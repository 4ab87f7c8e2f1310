import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inviteCount } from '#lib/contract/invitations.ts'
import { codeAt } from '#world/factor.ts'
import { registerUser } from '#world/visitor.ts'
import { addresses } from '#world/wallets.ts'
import { addAuthenticator, namedOrigin } from './authenticator.ts'
import { forgetDealings, proveByCode } from './demo-account.ts'
import { agree, ofProvider, openProvider } from './oauth-provider.ts'
import { enableSecondFactor } from './second-factor.ts'
import { type Texts, texts } from './texts.ts'
import { expect, forgetSession, test, waitForApp } from './world.ts'

/** Against the demo's own providers: the OpenID one in place of Google, and the mock providers of X and Discord. */
test.use({ demo: true, own: 'account-access' })
test.describe.configure({ mode: 'serial' })

test('signs in with Google, links X for a task, exports the data, and signs in with a recovery code', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(ofProvider)
  const [a, m, p, s] = ['account', 'money', 'points', 'sign-in'].map((name) => texts('en', name)) as [
    Texts,
    Texts,
    Texts,
    Texts,
  ]
  const byGoogle = () => openProvider(page, s('ways.google'), (there) => agree(there, email))
  // The page of answers closes at once: the one that has its answer reports the visit.
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.goto('/login/')
  await byGoogle()
  await page.waitForURL('**/user/overview-main/overview')
  await expect.poll(() => workers).toContainEqual(expect.stringMatching(/\/a\.js#\/google-auth\/?$/))

  // The task shows what is missing, with a link.
  await page.goto('/user/user-points')
  await waitForApp(page)
  await page.getByRole('button', { name: texts('en', 'app')('pager.next') }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Follow us on X' })
  await row.getByRole('button', { name: p('tasks.verify') }).click()
  await expect(row).toContainText(p('failure.not-connected'))
  await row.getByRole('link', { name: p('tasks.connect') }).click()
  await waitForApp(page)
  await openProvider(page, a('social.link', { site: 'X' }), async (there) => {
    await there.getByLabel('Name on X').fill('miner_one')
    await there.getByRole('button', { name: 'Allow' }).click()
  })
  const social = page.getByRole('region', { name: a('social.title') })
  await expect(social).toContainText('@miner_one')
  await expect.poll(() => workers).toContainEqual(expect.stringMatching(/\/a\.js#\/auth-success\/?$/))
  await page.goto('/user/user-points')
  await page.getByRole('button', { name: texts('en', 'app')('pager.next') }).click()
  await row.getByRole('button', { name: p('tasks.again') }).click()
  await expect(row).toContainText(p('status.verified'))

  await page.goto('/user/account')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: a('own.export') }).click(),
  ])
  const data = JSON.parse(readFileSync(await file.path(), 'utf8')) as Record<string, Record<string, unknown>[]>
  expect(data.account?.[0]).toMatchObject({ email })
  expect(data.identities?.map(({ provider, label }) => [provider, label])).toEqual([
    ['google', email],
    ['x', '@miner_one'],
  ])

  // Without a password of the account, the mailbox proves whose it is.
  await page.getByRole('button', { name: m('payment.set'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: m('payment.set') })
  for (const label of ['payment.new', 'payment.again']) await dialog.getByLabel(m(label)).fill('481516')
  await expect(dialog.getByLabel(m('payment.accountPassword'))).toBeHidden()
  await expect(dialog.getByRole('button', { name: m('payment.byPassword') })).toBeHidden()
  await dialog.getByRole('button', { name: m('payment.sendCode') }).click()
  await dialog.getByLabel(m('payment.code')).fill(await service.codeFor(email))
  await dialog.getByRole('button', { name: m('payment.save') }).click()
  await expect(page.getByText(m('payment.isSet'), { exact: true })).toBeVisible()

  const { codes } = await enableSecondFactor(page, a)
  await forgetSession(page)
  await page.goto('/login/')
  await byGoogle()
  await expect(page.getByRole('heading', { name: s('second.title') })).toBeVisible()
  await page.locator('[name=factorCode]').fill(codes[0] ?? '')
  await page.getByRole('button', { name: s('second.submit'), exact: true }).click()
  await page.waitForURL('**/user/overview-main/overview')
  await page.goto('/user/account')
  await expect(page.getByText(a('history.kinds.recovery-code-used', { detail: '9' }))).toBeVisible()
})

test("waits for another site's window until it is closed, has answered, or is given up", async ({
  page,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(ofProvider)
  const [a, s] = ['account', 'sign-in'].map((name) => texts('en', name)) as [Texts, Texts]
  const open = async (button: string, field: (there: Page) => Promise<unknown>) => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: button, exact: true }).click()
    const there = await opened
    await field(there)
    return there
  }
  const byGoogle = () => open(s('ways.google'), (there) => there.locator('[name=login]').waitFor())
  const returnToPage = async () => {
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.clock.runFor(60_000)
  }
  await page.clock.install()
  await page.goto('/login/')
  const waiting = page.getByText(s('ways.waiting'))
  const stopped = page.getByText(s('google.stopped'))

  // Going back ends nothing; closing the window does.
  const closed = await byGoogle()
  await returnToPage()
  await expect(waiting).toBeVisible()
  await expect(stopped).toBeHidden()
  await closed.close()
  await page.clock.runFor(10_000)
  await expect(stopped).toBeVisible()
  await expect(waiting).toBeHidden()

  // Cancelling on this page closes the popup.
  const popup = await byGoogle()
  await expect(stopped).toBeHidden()
  const closing = popup.waitForEvent('close')
  await page.getByRole('button', { name: s('ways.cancel') }).click()
  await closing
  await expect(stopped).toBeVisible()

  const there = await byGoogle()
  await returnToPage()
  await agree(there, email)
  await page.waitForURL('**/user/overview-main/overview')

  // X makes its window read as closed from its first page on: its answer counts all the same.
  await page.goto('/user/account')
  await waitForApp(page)
  const social = page.getByRole('region', { name: a('social.title') })
  const onX = await open(a('social.link', { site: 'X' }), (there) => there.getByLabel('Name on X').waitFor())
  await returnToPage()
  await expect(social.getByText(a('waiting'))).toBeVisible()
  await onX.getByLabel('Name on X').fill('miner_two')
  await onX.getByRole('button', { name: 'Allow' }).click()
  await expect(social).toContainText('@miner_two')
})

test.describe('in Chinese on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('registers with Google on the registration page, with the invite code typed there', async ({
    page,
    service,
    email,
    expectedErrors,
  }) => {
    expectedErrors.push(ofProvider)
    const [f, s] = ['auth', 'sign-in'].map((name) => texts('zh', name)) as [Texts, Texts]
    const inviter = await registerUser(service.door)
    await page.goto('/zh/register/')
    const google = page.getByRole('button', { name: s('ways.google') })
    await expect(google).toBeVisible()
    // A new account has no passkey yet.
    await expect(page.getByRole('button', { name: s('ways.passkey') })).toHaveCount(0)
    for (const [name, path] of Object.entries({ terms: '/zh/terms/', privacy: '/zh/privacy/' })) {
      const links = page.getByRole('link', { name: f(`consent.${name}`), exact: true })
      await expect(links).toHaveCount(2)
      for (const link of await links.all()) expect(await link.getAttribute('href')).toBe(path)
    }

    // An invalid code opens no window.
    await page.getByText(f('register.haveInvite')).click()
    await page.locator('[name=inviteCode]').fill('no code!')
    await google.click()
    await expect(page.getByText(s('google.invite'))).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
    await page.locator('[name=inviteCode]').fill(inviter.info.inviteCode)
    await openProvider(page, s('ways.google'), (there) => agree(there, email))
    await page.waitForURL('**/user/overview-main/overview')
    expect(await inviter.call(inviteCount, {})).toMatchObject({ registered: 1 })
  })

  test('protects money with both steps, adds a wallet with a code, and refuses to close while money is left', async ({
    page,
    service,
  }) => {
    const [a, m, s] = ['account', 'money', 'sign-in'].map((name) => texts('zh', name)) as [Texts, Texts, Texts]
    await forgetDealings(service)
    await addAuthenticator(page)
    const at = namedOrigin(service)
    await page.addInitScript(() => localStorage.setItem('localeLang', 'zh'))
    await page.goto(`${at}/zh/login/`)
    await page.getByRole('button', { name: texts('zh', 'auth')('demo.enter') }).click()
    await page.waitForURL('**/user/overview-main/overview')
    const dialog = page.getByRole('dialog')
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()

    // The prompt after the first money leads to the account.
    await expect(page.getByRole('heading', { name: a('protect.title') })).toBeVisible()
    await page.getByRole('link', { name: a('protect.go') }).click()
    await expect(page.getByText(/^提取您的 [\d,.]+ ALEO$/)).toBeVisible()
    await expect(page.getByRole('button', { name: a('own.close') })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: a('passkeys.add') }).click()
    await dialog.getByLabel(a('passkeys.name')).fill('我的手机')
    await press(a('passkeys.create'))
    await expect(page.getByText(a('history.kinds.passkey-added', { detail: '我的手机' })).first()).toBeVisible()
    const { secret } = await enableSecondFactor(page, a)

    // A wallet and a withdrawal require the second step after the payment password.
    const pin = '481516'
    await page.goto(`${at}/user/wallets`)
    await page.getByRole('button', { name: m('wallets.add') }).click()
    await press(m('payment.set'))
    await dialog.getByLabel(m('payment.new')).fill(pin)
    await dialog.getByLabel(m('payment.again')).fill(pin)
    await proveByCode(page, service, m)
    await press(m('payment.save'))
    await dialog.getByLabel(m('wallets.name')).fill('冷钱包')
    await dialog.getByLabel(m('wallets.address')).fill(addresses.ALEO)
    await dialog.getByLabel(m('payment.title')).fill(pin)
    await dialog.getByLabel(m('payment.factor')).fill(codeAt(secret, Date.now() + 30_000))
    await press(m('wallets.add'))
    await expect(dialog).toBeHidden()

    // The passkey counts as both steps.
    await page.goto(`${at}/robots.txt`)
    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await page.goto(`${at}/zh/login/`)
    await page.getByRole('button', { name: s('ways.passkey') }).click()
    await page.waitForURL('**/user/overview-main/overview')
    await expect(page.getByRole('heading', { name: a('protect.title') })).toBeHidden()
  })
})
