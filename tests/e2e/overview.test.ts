import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { machineList } from '#lib/contract/device-list.ts'
import { unbindMachine } from '#lib/contract/devices.ts'
import { buyPlan } from '#lib/contract/orders.ts'
import { createVisitor } from '../_world/visitor.ts'
import { bindDevices } from './bind-devices.ts'
import { expect, OVERVIEW, type Service, signUp, storedToken, test } from './world.ts'

/** Accounts without a device: what they have is shown all the same. */
test.use({ demo: true, paid: true })

const guide = (page: Page) => page.getByRole('region', { name: 'Add your first PC' })
const balance = (page: Page) => page.getByRole('region', { name: 'Estimated balance' })

/** The page's user, as a client of calls. */
async function visitorOf(page: Page, { door }: Service) {
  const token = await storedToken(page)
  return createVisitor(door, { token: token ?? '' })
}

/** The upper one of the two, after both are drawn. */
async function upper(page: Page): Promise<'guide' | 'balance'> {
  await expect(guide(page)).toBeVisible()
  await expect(balance(page)).toContainText('0.00')
  const [first, second] = [await guide(page).boundingBox(), await balance(page).boundingBox()]
  return (first?.y ?? 0) < (second?.y ?? 0) ? 'guide' : 'balance'
}

test('a new account has the guide first, and its balance below it', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await expect.poll(() => upper(page)).toBe('guide')
  await expect(page.getByRole('region', { name: 'Latest withdrawals' })).toHaveCount(0)
})

test('an account with an order has its balance first, and the guide below it', async ({ page, service, email }) => {
  await signUp(page, service, email)
  const user = await visitorOf(page, service)
  await user.call(buyPlan, { productId: 'aleo-50-90', quantity: 1, network: 'LOCAL', requestId: randomUUID() })
  await page.goto(OVERVIEW)
  await expect.poll(() => upper(page)).toBe('balance')
  await expect(page.getByRole('region', { name: 'From mined to withdrawable' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest earnings' })).toContainText('No earnings yet')
  await expect(page.getByRole('region', { name: 'Latest withdrawals' })).toContainText('No withdrawals')
})

test('a user who has unbound the last device still sees the balance', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await bindDevices(page, service, ['Attic PC'])
  const user = await visitorOf(page, service)
  const [device] = (await user.call(machineList, { page: 1 })).page.list
  await page.goto(OVERVIEW)
  await expect(page.getByRole('region', { name: 'Devices', exact: true })).toContainText('Attic PC')
  await user.call(unbindMachine, { id: device?.id ?? '' })
  await page.goto(OVERVIEW)
  await expect.poll(() => upper(page)).toBe('balance')
})
