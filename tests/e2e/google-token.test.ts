import { OTHER_SITE } from '#service/demo/gsi.ts'
import { agree, ofProvider, openProvider } from './oauth-provider.ts'
import { readersInTurn } from './readers.ts'
import { texts } from './texts.ts'
import { expect, test } from './world.ts'

/** Google's own script returns tokens (GOOGLE_MODE): the demo's provider has a small one. */
test.use({ demo: true, tokens: true, own: 'google-token' })
test.describe.configure({ mode: 'default' })

for (const { locale, signIn, screen } of readersInTurn(0))
  test.describe(`in ${locale} at ${screen.viewport.width} px`, () => {
    test.use(screen)

    test("signs in by a token of Google's script, and says so where it can't be had or the token is not for us", async ({
      page,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(ofProvider)
      const s = texts(locale, 'sign-in')
      const requests: string[] = []
      page.on('request', (request) => request.url().endsWith('/gsi/client') && requests.push(request.url()))
      await page.route('**/gsi/client', (route) => route.abort())
      await page.goto(signIn)
      const button = page.getByRole('button', { name: s('ways.google') })
      await expect(button).toBeVisible()
      expect(requests).toEqual([])
      const html = page.locator('html')
      await button.click()
      await expect(page.getByText(s('google.noScript'))).toBeVisible()
      await expect(button).toHaveAttribute('aria-busy', 'false')
      expect(requests).toEqual([await html.getAttribute('data-google-script')])
      await page.unroute('**/gsi/client')

      // A token issued to another site is refused.
      const own = await html.getAttribute('data-google-client')
      const askAs = (id: string | null) =>
        html.evaluate((page, name) => page.setAttribute('data-google-client', name ?? ''), id)
      await askAs(OTHER_SITE)
      await openProvider(page, s('ways.google'), (there) => agree(there, email))
      await expect(page.getByText(texts(locale, 'refusals')('GOOGLE_ANSWER_WRONG'))).toBeVisible()
      await askAs(own)

      // Neither a closed window nor a refusal signs in.
      const stopped = page.getByText(s('google.stopped'))
      await openProvider(page, s('ways.google'), (there) => there.close())
      await expect(stopped).toContainText({ en: 'Authentication failed', zh: '认证失败' }[locale])
      await openProvider(page, s('ways.google'), async (there) => {
        await expect(stopped).toBeHidden()
        await there.getByRole('link', { name: 'Cancel' }).click()
      })
      await expect(stopped).toBeVisible()
      await openProvider(page, s('ways.google'), (there) => there.getByRole('button', { name: 'Continue' }).click())
      await page.waitForURL('**/user/overview-main/overview')
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').username)).toBe(email)
    })
  })
