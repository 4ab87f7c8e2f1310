import type { Page } from '@playwright/test'
import { codeAt } from '#world/factor.ts'
import type { Texts } from './texts.ts'
import { expect } from './world.ts'

/** Turns the second factor on; its secret and its recovery codes. */
export async function enableSecondFactor(
  page: Page,
  a: Texts,
  now = Date.now(),
): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: a('factor.begin'), exact: true }).click()
  const setUp = page.getByRole('dialog', { name: a('factor.setUp') })
  const secret = ((await setUp.locator('.code').textContent()) ?? '').replace(/\s/g, '')
  // There are no recovery codes yet, and none are required.
  const field = setUp.getByLabel(a('factor.code'), { exact: true })
  await field.fill('000000')
  await setUp.getByRole('button', { name: a('factor.confirm'), exact: true }).click()
  await expect(setUp.getByText(a('factor.wrong'))).toBeVisible()
  await field.fill(codeAt(secret, now))
  await setUp.getByRole('button', { name: a('factor.confirm'), exact: true }).click()
  const shown = page.getByRole('dialog', { name: a('codes.title') })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allTextContents()
  await shown.getByRole('button', { name: a('codes.done') }).click()
  return { secret, codes }
}
