import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addReport } from '#lib/contract/feedback.ts'
import { codeAt } from '../_world/factor.ts'
import { payloads } from '../_world/payloads.ts'
import { registerUser } from '../_world/visitor.ts'
import { findProblems } from './lenses/axe.ts'
import { expect, type Service, test } from './world.ts'

/** The page for operators, whose one script has the keys: with the keyboard alone, on a phone and on a wide screen. */

/** Types into the focused field and moves to the next one. */
async function typeOn(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

/** Every look of a page: on a phone and wide, by day and by night. */
async function looksRight(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await findProblems(page)).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  }
}

const report = async (service: Service, email: string, content: string) =>
  (await registerUser(service.door, { email })).call(addReport, {
    category: 'site',
    content,
    requestId: randomUUID(),
  })

test('an operator signs in, answers a report and signs out, by the keyboard', async ({ page, service, email }) => {
  const { out } = await service.operate('operators add ada --yes --json')
  const { key, secret } = JSON.parse(out) as { key: string; secret: string }
  const { _id: id } = await report(service, email, `Nothing happens.\n${payloads.join('\n').slice(0, 1900)}`)

  await page.goto('/operate')
  await looksRight(page)
  await page.getByLabel('Name').focus()
  await typeOn(page, 'ada', key)
  await page.keyboard.type(codeAt(secret, service.now()))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await looksRight(page)

  await page.getByRole('link', { name: /^\d+ Reports to answer/ }).press('Enter')
  await page.getByRole('link', { name: id }).press('Enter')
  await expect(page.getByText('Nothing happens.')).toBeVisible()
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible()
  await looksRight(page)
  await page.getByLabel('Answer, in Markdown').focus()
  await typeOn(page, 'It does **now**.')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Answer and close report ${id}`)).toBeVisible()
  await looksRight(page)
  // A cancelled confirmation keeps the input.
  await page.getByRole('button', { name: 'No, go back' }).press('Enter')
  await expect(page.getByLabel('Answer, in Markdown')).toHaveValue('It does **now**.')
  await expect(page.getByLabel('Close it with this answer')).toBeChecked()
  await page.getByRole('button', { name: 'Answer', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Yes, do it' }).press('Enter')
  await expect(page.getByRole('status')).toHaveText(`Report ${id} is closed.`)
  await page.reload()
  await expect(page.getByRole('status')).toHaveCount(0)

  for (const name of ['Withdrawals', 'Plans', 'Invitations', 'Audit']) {
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name }).press('Enter')
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await looksRight(page)
  }
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(email)).toHaveCount(0)
})
