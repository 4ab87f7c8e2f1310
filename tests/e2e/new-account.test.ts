import { expectHeadRequests } from './lenses/head-requests.ts'
import { alertsIn, expectAtWidths } from './lenses/lenses.ts'
import { inParts, inTurn, isWhole } from './parts.ts'
import { rowPaths, screenPaths } from './screens.ts'
import { waitForScreen } from './visit.ts'
import { expect, signUp, test } from './world.ts'

/** The screens of an account without data: each is loaded once, in one of the two languages. */
for (const locale of ['en', 'zh'] as const)
  for (const { name, part } of inParts(inTurn(screenPaths, locale === 'en' ? 1 : 0), 6))
    test(`screens ${name} of a new account pass every check of one load, in ${locale}`, async ({
      page,
      service,
      email,
    }) => {
      await signUp(page, service, email, { to: part[0], locale })
      for (const path of part) {
        if (path !== part[0]) await page.goto(path)
        await waitForScreen(page)
        await expectHeadRequests(page, path)
        // It has no row to show.
        if (!rowPaths.includes(path)) await expect(alertsIn(page), path).toHaveCount(0)
        // Without data there is less to cut off: the walk of the demo has every width.
        await expectAtWidths(page, path, isWhole ? [360, 390, 768, 1024, 1440] : [360, 390, 1024])
      }
    })
