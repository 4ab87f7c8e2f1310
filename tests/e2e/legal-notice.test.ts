import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { EMBEDDED_DATABASE, inDataDir } from '#service/platform/data-dir.ts'
import { findEmbeddedUrl } from '#service/platform/db/embedded/find-embedded.ts'
import { openDatabase } from '#service/platform/db/open.ts'
import { versionInForce } from '../_world/legal.ts'
import { expectAccessible, LOOKS, setWidth } from './lenses/lenses.ts'
import { readers } from './readers.ts'
import { texts } from './texts.ts'
import { expect, type Service, signUp, test, waitForApp } from './world.ts'

test.use({ own: 'legal-notice' })
test.describe.configure({ mode: 'default' })

/** The account was registered under versions that have been replaced since. */
async function registeredUnder(
  { dataDir }: Service,
  email: string,
  agreed: { terms: string; privacy: string },
): Promise<void> {
  const url = await findEmbeddedUrl({ folder: inDataDir({ dataDir }, 'postgres'), database: EMBEDDED_DATABASE })
  if (!url) throw new Error('the embedded database was not found')
  const { db, close } = await openDatabase(url, console.error)
  await sql`update users set terms_version = ${agreed.terms}, privacy_version = ${agreed.privacy} where username = ${email}`.execute(
    db,
  )
  await close()
}

const noticesOf = (page: Page) => page.locator('.toaster')
const terms = versionInForce('terms')
const privacy = versionInForce('privacy')

for (const { locale, screen } of readers)
  test(`new terms are announced in the app until they are confirmed, by keyboard too, in ${locale}`, async ({
    page,
    service,
    email,
  }) => {
    const account = texts(locale, 'account')
    await page.setViewportSize(screen.viewport)
    await signUp(page, service, email, { locale })
    await waitForApp(page)
    await registeredUnder(service, email, { terms: '2026-11-22', privacy: '2026-11-25' })
    await page.goto('/messages')
    const notice = noticesOf(page).getByText(account('legal.terms', { day: terms }))
    await expect(notice).toBeVisible()
    const policy = noticesOf(page).getByText(account('legal.privacy', { day: privacy }))
    await expect(policy).toHaveCount(0)
    // Each version since the accepted one, in the reader's language.
    await expect(notice).toContainText(
      locale === 'en' ? '2026-11-25: The wording is clearer.' : '2026-11-25: 文字更清楚',
    )
    const link = noticesOf(page).getByRole('link', { name: account('legal.readTerms') })
    await expect(link).toHaveAttribute('href', `${locale === 'zh' ? '/zh' : ''}/terms/${terms}/`)
    for (const look of LOOKS) {
      await setWidth(page, look.width)
      await expectAccessible(page, 'the notice of new terms', look)
      const box = await noticesOf(page).boundingBox()
      expect(box && box.x >= 0 && box.x + box.width <= look.width, `inside ${look.width} px`).toBe(true)
    }
    // Closed without an answer it comes back, on any screen.
    await noticesOf(page)
      .getByRole('button', { name: texts(locale, 'app')('close') })
      .first()
      .click()
    await expect(notice).toHaveCount(0)
    await page.goto('/user/overview-main/overview')
    await expect(notice).toBeVisible()
    await link.focus()
    await page.keyboard.press('Tab')
    await expect(noticesOf(page).getByRole('button', { name: account('legal.accept') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(noticesOf(page).getByText(account('legal.accepted'))).toBeVisible()
    await expect(notice).toHaveCount(0)
    // One after the other.
    await expect(policy).toBeVisible()
    await noticesOf(page)
      .getByRole('button', { name: account('legal.accept') })
      .click()
    await expect(policy).toHaveCount(0)
    const answered = page.waitForResponse('**/user/legal-changes')
    await page.goto('/messages')
    await answered
    await waitForApp(page)
    await expect(noticesOf(page).getByRole('button')).toHaveCount(0)
  })
