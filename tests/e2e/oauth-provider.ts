import type { Page } from '@playwright/test'

/** Presses a button that opens another site's window, and does there what its user does. */
export async function openProvider(page: Page, button: string, act: (there: Page) => Promise<void>): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: button, exact: true }).click()
  const there = await opened
  const closed = there.waitForEvent('close')
  await act(there)
  await closed
}

/** Confirms as Google's user does in its window. */
export async function agree(there: Page, email: string): Promise<void> {
  await there.locator('[name=login]').fill(email)
  await there.locator('[name=password]').fill('any')
  await there.locator('[type=submit]').click()
  await there.getByRole('button', { name: 'Continue' }).click()
}

/** The certified provider's own page loads a font that its policy, and this machine, do not have. */
export const ofProvider = /fonts\.googleapis|favicon|Failed to load resource/
