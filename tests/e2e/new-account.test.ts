import { alertsIn, expectAtWidths } from './lenses/lenses.ts'
import { inParts, inTurn } from './parts.ts'
import { rowPaths, screenPaths } from './screens.ts'
import { followLink, waitForScreen } from './visit.ts'
import { expect, signUp, test } from './world.ts'

/** The screens of an account without data, inside the app; those with data have a walk of their own. */
for (const locale of ['en', 'zh'] as const)
  for (const { name, part } of inParts(inTurn(screenPaths, locale === 'en' ? 1 : 0), 8))
    test(`screens ${name} of a new account are accessible and scroll nowhere sideways, in ${locale}`, async ({
      page,
      service,
      email,
    }) => {
      await signUp(page, service, email, { to: part[0], locale })
      for (const path of part) {
        if (path !== part[0]) await followLink(page, path)
        await waitForScreen(page)
        // It has no row to show.
        if (!rowPaths.includes(path)) await expect(alertsIn(page), path).toHaveCount(0)
        await expectAtWidths(page, path, { widths: [360, 390, 768, 1024, 1440] })
      }
    })
