import type { Page } from '@playwright/test'
import { demoAddress } from './screens.ts'
import { expect, type Service, waitForApp } from './world.ts'

/** Waits until the screen has its data. */
export async function waitForScreen(page: Page): Promise<void> {
  await waitForApp(page)
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** Loads a screen of the demo; one that shows a row shows one that is there. */
export async function visit(page: Page, service: Service, path: string): Promise<void> {
  await page.goto(await demoAddress(service, path))
  await waitForScreen(page)
}

/**
 * Follows a link inside the app, so that one screen replaces another: a third of the work of a load. The app sets the
 * title when the next screen is shown, and only if it differs: the two screens may not share theirs.
 */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    document.title = ''
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, address)
  await page.waitForURL(({ pathname, search }) => pathname + search === address)
  await expect(page).toHaveTitle(/./)
}

/** Goes to a screen of the demo inside the app. */
export async function stepTo(page: Page, service: Service, path: string): Promise<void> {
  await followLink(page, await demoAddress(service, path))
  await waitForScreen(page)
}
