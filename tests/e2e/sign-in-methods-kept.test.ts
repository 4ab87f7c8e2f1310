import type { Page } from '@playwright/test'
import { addAuthenticator, namedOrigin } from './authenticator.ts'
import { agree, ofProvider } from './oauth-provider.ts'
import { readersInTurn } from './readers.ts'
import { texts } from './texts.ts'
import { expect, forgetSession, OVERVIEW, signUp, test, waitForApp } from './world.ts'

/** Linking, naming and removing sign-in methods, against the demo's own providers. */
test.use({ demo: true, paid: true })

/** A browser that opens no window for any page. */
const blockWindows = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null
  })

for (const { locale, signIn, screen } of readersInTurn(1))
  test.describe(`in ${locale} at ${screen.viewport.width} px`, () => {
    test.use(screen)
    const [a, p, s, t] = (['account', 'points', 'sign-in', 'app'] as const).map((name) => texts(locale, name)) as [
      ReturnType<typeof texts>,
      ReturnType<typeof texts>,
      ReturnType<typeof texts>,
      ReturnType<typeof texts>,
    ]

    test('goes to Google and Discord and back in the same tab when popups are blocked, and unlinks both', async ({
      page,
      service,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(ofProvider)
      await blockWindows(page)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const panel = (name: string) => page.getByRole('region', { name: a(`${name}.title`), exact: true })
      await signUp(page, service, email, { to: '/user/account', locale })
      await press(a('google.link'))
      await agree(page, email)
      await page.waitForURL('**/user/account')
      await expect(panel('google')).toContainText(a('factor.on'))
      await expect(panel('google')).toContainText(email)

      await forgetSession(page)
      await page.goto(signIn)
      await press(s('ways.google'))
      await agree(page, email)
      await page.waitForURL(`**${OVERVIEW}`)

      // A phone's list has no pages.
      const toLaterTasks = () => (screen.viewport.width < 640 ? undefined : press(t('pager.next')))
      await page.goto('/user/user-points')
      await waitForApp(page)
      await toLaterTasks()
      const row = page.getByRole('listitem').filter({ hasText: /Join us on Discord|加入我们的 Discord 社区/ })
      await row.getByRole('button', { name: p('tasks.verify') }).click()
      await expect(row).toContainText(p('failure.not-connected'))
      await row.getByRole('link', { name: p('tasks.connect') }).click()
      await waitForApp(page)
      await press(a('social.link', { site: 'Discord' }))
      await page.getByLabel('Name on Discord').fill(`miner_${locale}`)
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL('**/user/account*')
      const discord = panel('social').getByRole('listitem').filter({ hasText: 'Discord' })
      await expect(discord).toContainText(`miner_${locale}`)
      await page.goto('/user/user-points')
      await toLaterTasks()
      await row.getByRole('button', { name: p('tasks.again') }).click()
      await expect(row).toContainText(p('status.verified'))

      await page.goto('/user/account')
      await discord.getByRole('button', { name: a('social.unlink') }).click()
      await expect(discord).toContainText(a('social.none'))
      await panel('google')
        .getByRole('button', { name: a('google.unlink') })
        .click()
      await expect(panel('google')).toContainText(a('google.none'))
      await expect(page.getByText(a('history.kinds.google-unlinked'))).toBeVisible()
    })

    test('renames a passkey, and removes it', async ({ page, service, email }) => {
      await addAuthenticator(page)
      const origin = namedOrigin(service)
      await signUp(page, { ...service, origin }, email, { to: '/user/account', locale })
      const [dialog, region] = [page.getByRole('dialog'), page.getByRole('region', { name: a('passkeys.title') })]
      await page.getByRole('button', { name: a('passkeys.add') }).click()
      await dialog.getByLabel(a('passkeys.name')).fill('First')
      await dialog.getByRole('button', { name: a('passkeys.create') }).click()
      await expect(region.getByRole('listitem')).toContainText('First')
      await region.getByRole('button', { name: a('passkeys.rename') }).click()
      await dialog.getByLabel(a('passkeys.name')).fill('Second')
      await dialog.getByRole('button', { name: a('passkeys.save') }).click()
      await expect(region.getByRole('listitem')).toContainText('Second')
      await region.getByRole('button', { name: a('passkeys.remove') }).click()
      await expect(dialog).toContainText(a('passkeys.removeText'))
      await dialog.getByRole('button', { name: a('passkeys.remove') }).click()
      await expect(region).toContainText(a('passkeys.none'))
      for (const [kind, detail] of [
        ['added', 'First'],
        ['renamed', 'Second'],
        ['removed', 'Second'],
      ] as const)
        await expect(page.getByText(a(`history.kinds.passkey-${kind}`, { detail })).last()).toBeVisible()
    })
  })
