import { randomUUID } from 'node:crypto'
import { buyPlan, orderDetail } from '#lib/contract/orders.ts'
import { createVisitor } from '../_world/visitor.ts'
import { createTraveller } from './traveller.ts'
import { expect, signUp, storedToken, test } from './world.ts'

test.use({ timed: 'order-window', paid: true })

const LEFT_MS = 240_000
/** Seconds after each load at which the window closes by the client's clock. */
const SOON = 2

test('the client requests the end of an order when its window closes, and the service decides', async ({
  page,
  service,
  email,
}) => {
  const { goTo } = createTraveller(page, service, 'en')
  await signUp(page, service, email)
  const token = await storedToken(page)
  const user = createVisitor(service.door, { token: token ?? '' })
  const request = { productId: 'aleo-50-90', quantity: 1, network: 'LOCAL', requestId: randomUUID() } as const
  const { order } = await user.call(buyPlan, request)
  const end = order.expiresAt * 1000
  await goTo(end - LEFT_MS)
  // The window is about to close by the time that the client receives, but not by the service's own clock.
  await page.route(`**${orderDetail.path}`, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.data.order.expiresAt = json.data.serverTime + SOON
    await route.fulfill({ response, json })
  })
  const [cancels, counts] = ['cancelOrder', 'get-order-view'].map((name) =>
    page.waitForResponse((response) => response.url().endsWith(`/commodity/${name}`)),
  )
  await page.goto(`/user/cloud-mining/order-home/order-detail/${order.orderNo}`)
  const main = page.getByRole('main')
  await cancels
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(main.getByText('Unpaid', { exact: true })).toBeVisible()
  await service.goTo(end + 1000)
  await expect(main.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await counts
  await expect(page.getByRole('button', { name: 'Cancelled 1' })).toBeVisible()
})
