import type { Page } from '@playwright/test'
import { createLink } from '#service/programs/miner/link.ts'
import { bindByCode, bindRequest } from '../_world/device.ts'
import { createVisitor } from '../_world/visitor.ts'
import { type Service, storedToken } from './world.ts'

/** The code that the page shows. */
const codeOf = (page: Page) => page.locator('[data-code]').getAttribute('data-code')

/** Binds a device with the code that the page shows; no miner runs on it. */
export async function bindWithShownCode(page: Page, service: Service, name: string): Promise<void> {
  const link = createLink(service.origin, () => undefined)
  await link.bind(bindRequest((await codeOf(page)) ?? '', { name }))
}

/** Binds devices to the page's user; no miner runs on them. Returns their tokens. */
export async function bindDevices(page: Page, { door }: Service, names: readonly string[]): Promise<string[]> {
  const token = await storedToken(page)
  const user = createVisitor(door, { token: token ?? '' })
  const tokens: string[] = []
  for (const name of names) tokens.push((await bindByCode(door, user, name)).token)
  return tokens
}
