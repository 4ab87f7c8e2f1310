import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { bindCode } from '#lib/contract/devices.ts'
import { MINER_FILE } from '#lib/rules/miner.ts'
import { type Desktop, startOnDesktop } from '../_world/desktop.ts'
import { createVisitor, registerUser } from '../_world/visitor.ts'
import { findProblems } from './lenses/axe.ts'
import { expect, PASSWORD, type Service } from './world.ts'

/** Starts the built miner by a click. */
export const startWindow = (desktop: Desktop, service: Service): ChildProcess => {
  const state = join(desktop.home, 'miner.json')
  const program = join(process.cwd(), 'dist', MINER_FILE)
  const args = ['--service', service.origin, '--state', state, '--threads', '1', '--always', '--name', 'Desk PC']
  return startOnDesktop(desktop, [process.execPath, program, ...args])
}

/** The address that the browser was told to open. */
export async function openedBy(desktop: Desktop, count: number): Promise<string> {
  await expect.poll(() => desktop.opened().length).toBe(count)
  return desktop.opened().at(-1) ?? ''
}

export async function newCode({ door }: Service, email: string): Promise<string> {
  const { token } = await registerUser(door, { email, password: PASSWORD })
  return (await createVisitor(door, { token }).call(bindCode, {})).code
}

/** Both languages in both themes have no problem of accessibility, and no width scrolls. */
export async function checkLooks(page: Page): Promise<void> {
  for (const [language, title] of [
    ['中文', 'Idleforge 客户端'],
    ['English', 'Idleforge Miner'],
  ] as const) {
    await page.getByRole('button', { name: language }).click()
    await expect(page).toHaveTitle(title)
    for (const theme of ['#theme-night', '#theme-day']) {
      await page.locator(theme).click()
      expect(await findProblems(page)).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  }
}
