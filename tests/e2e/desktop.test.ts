import type { Page } from '@playwright/test'
import { type HostKind, hostKinds, putHost } from '../../src/gallery/put-host.ts'
import { findProblems, setTheme } from './lenses/axe.ts'
import { expect, type Service, signUp, storedToken, test } from './world.ts'

/** The pages of the desktop app's web view, with a host of each kind around them. */

declare const desktop: ReturnType<typeof putHost>

const withHost = (page: Page, kind: HostKind) =>
  page.addInitScript(`globalThis.desktop = (${putHost.toString()})(globalThis, '${kind}')`)

const received = (page: Page) => page.evaluate(() => desktop.received as { type: string }[])

const publish = (service: Service, name: string) =>
  service.operate(
    `notices --title "${name}" --title-zh "${name} 公告" --text "It **starts** at noon." --text-zh "**中午**开始。" --yes`,
  )

test('the panel and the dialog exchange messages with the app around them, and never the token', async ({
  page,
  context,
  service,
  email,
}) => {
  await signUp(page, service, email)
  // A new user has missed nothing.
  await publish(service, 'Upgrade')
  await publish(service, 'Holiday')
  for (const kind of hostKinds) {
    const panel = await context.newPage()
    await panel.setViewportSize({ width: 390, height: 700 })
    await withHost(panel, kind)
    await panel.goto('/stand-message')
    await expect(panel.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible()
    const row = panel.getByRole('button', { name: /Upgrade/ })
    await expect(row).toBeVisible()
    await expect.poll(() => received(panel)).toContainEqual({ type: 'ready', page: 'stand-message' })
    await expect.poll(async () => (await received(panel)).map(({ type }) => type)).toContain('resize')
    await row.click()
    // The opened one is rendered as Markdown; the others are shown as a plain line.
    await expect(panel.getByText('starts', { exact: true })).toBeVisible()
    await panel.getByRole('link', { name: 'Open all messages' }).click()
    await expect.poll(() => received(panel)).toContainEqual({ type: 'open', path: '/messages' })
    await panel.evaluate(() => desktop.say({ type: 'theme', theme: 'night' }))
    await expect(panel.locator('html')).toHaveAttribute('data-theme', 'night')
    await panel.evaluate(() => desktop.say({ type: 'theme', theme: 'javascript:alert(1)' }))
    for (const theme of ['day', 'night'] as const) {
      await setTheme(panel, theme)
      expect(await findProblems(panel)).toEqual([])
    }
    const token = (await storedToken(panel)) ?? ''
    expect(token.length).toBeGreaterThan(20)
    expect(JSON.stringify(await received(panel))).not.toContain(token)
    await panel.close()
  }
  const dialog = await context.newPage()
  await withHost(dialog, 'webview2')
  await dialog.goto('/pc-notice-alert')
  // The other one was read in the panel.
  await expect(dialog.getByRole('heading', { name: 'Holiday', level: 2 })).toBeVisible()
  expect(await findProblems(dialog)).toEqual([])
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(dialog.getByText('No new announcements')).toBeVisible()
  await expect.poll(() => received(dialog)).toContainEqual({ type: 'close' })
  await dialog.evaluate(() => desktop.say({ type: 'language', language: 'zh' }))
  await expect(dialog.getByRole('heading', { name: '公告', level: 1 })).toBeVisible()
})

test('a signed-out visitor reads the announcements', async ({ page, service }) => {
  await publish(service, 'For everybody')
  await page.goto('/stand-message')
  await expect(page.getByRole('button', { name: /For everybody/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in to see your own' })).toBeVisible()
  await page.goto('/pc-notice-alert')
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.reload()
  await expect(page.getByText('No new announcements')).toBeVisible()
})
