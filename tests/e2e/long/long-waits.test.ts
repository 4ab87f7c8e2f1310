import type { Page } from '@playwright/test'
import { readers } from '../readers.ts'
import { enableSecondFactor } from '../second-factor.ts'
import { texts } from '../texts.ts'
import { createTraveller, DAY_MS, utc } from '../traveller.ts'
import { expect, forgetSession, OVERVIEW, PASSWORD, type Service, signUp, test } from '../world.ts'

/** Waits of several days: a lost second factor, and a closed account. */
test.use({ timed: 'long-waits' })
test.describe.configure({ mode: 'serial' })

for (const { locale, signIn, screen } of readers)
  test.describe(`in ${locale} at ${screen.viewport.width} px`, () => {
    test.use(screen)
    const [a, f, s] = [texts(locale, 'account'), texts(locale, 'auth'), texts(locale, 'sign-in')] as const

    async function enter(page: Page, email: string) {
      await page.goto(signIn)
      await page.locator('[name=username]').fill(email)
      await page.locator('[name=password]').fill(PASSWORD)
      await page.getByRole('button', { name: f('login.submit'), exact: true }).click()
    }
    const begin = async (page: Page, service: Service, email: string) => {
      await page.clock.setSystemTime(service.now())
      await signUp(page, service, email, { to: '/user/account', locale })
      return createTraveller(page, service, locale)
    }

    test('a lost second step is turned off after 72 hours, and kept by a user who reports that it is not lost', async ({
      page,
      service,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(/Failed to load resource/)
      const { goTo, press, visit } = await begin(page, service, email)
      const panel = page.getByRole('region', { name: a('factor.title') })
      await enableSecondFactor(page, a, service.now())
      const open = page.context()
      const storage = await open.storageState()
      const lose = async () => {
        await forgetSession(page)
        await enter(page, email)
        await press(s('second.lost'), page)
        await press(s('lost.send'), page)
        await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
        await press(s('lost.submit'), page)
        await expect(page.getByRole('heading', { name: s('lost.doneTitle') })).toBeVisible()
      }
      await lose()
      // The owner, who is signed in on another browser, stops it.
      await open.setStorageState(storage)
      await visit('/user/account')
      await expect(panel.getByRole('alert')).toContainText(a('factor.stopLoss'))
      await press(a('factor.stopLoss'), page)
      await expect(page.getByText(a('history.kinds.recovery-stopped'))).toBeVisible()

      // The next code is another one only a minute later.
      await goTo(service.now() + 120_000)
      await lose()
      const startedAt = service.now()
      await goTo(startedAt + 3 * DAY_MS - 120_000)
      await enter(page, email)
      await expect(page.getByRole('heading', { name: s('second.title') })).toBeVisible()
      await goTo(startedAt + 3 * DAY_MS + 120_000)
      await enter(page, email)
      await page.waitForURL(`**${OVERVIEW}`)
      await visit('/user/account')
      await expect(panel).toContainText(a('factor.off'))
      await expect(page.getByText(a('history.kinds.recovery-done'))).toBeVisible()
    })

    test('an account closes after 14 days, in which the closing can be cancelled', async ({
      page,
      service,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(/Failed to load resource/)
      const { dialog, goTo, press, visit } = await begin(page, service, email)
      const own = page.getByRole('region', { name: a('own.title') })
      const close = async () => {
        await press(a('own.close'), page)
        await expect(dialog).toContainText(a('own.closeText'))
        await press(a('own.closeGo'))
        // Shown times are rounded up to the minute: just before midnight that is on the next day.
        const days = [0, 60_000].map((more) => utc(service.now() + 14 * DAY_MS + more).slice(0, 10))
        await expect(own.getByRole('alert')).toContainText(new RegExp(days.join('|')))
      }
      await close()
      await press(a('own.keep'), page)
      await expect(page.getByText(a('own.kept'))).toBeVisible()
      await expect(own.getByRole('alert')).toHaveCount(0)

      await close()
      const startedAt = service.now()
      await goTo(startedAt + 13 * DAY_MS)
      await forgetSession(page)
      await enter(page, email)
      await page.waitForURL(`**${OVERVIEW}`)
      await visit('/user/account')
      await expect(own.getByRole('button', { name: a('own.keep') })).toBeVisible()
      await goTo(startedAt + 14 * DAY_MS + 120_000)
      await forgetSession(page)
      await enter(page, email)
      await expect(page.getByText(texts(locale, 'refusals')('CREDENTIALS_WRONG'))).toBeVisible()
    })
  })
