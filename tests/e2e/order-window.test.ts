import { randomUUID } from 'node:crypto'
import { buyPlan } from '#lib/contract/orders.ts'
import { createVisitor } from '../_world/visitor.ts'
import { createTraveller } from './traveller.ts'
import { expect, signUp, test } from './world.ts'

test.use({ timed: 'order-window', paid: true })

/** Less than what an envelope's time may be off: the two clocks differ by it for a while. */
const LEFT_MS = 240_000

test('the client asks for the end of an order when its window closes, and the service decides', async ({
  page,
  service,
  email,
}) => {
  const { goTo } = createTraveller(page, service, 'en')
  await signUp(page, service, email)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const user = createVisitor(service.door, { token: token ?? '' })
  const asked = { productId: 'aleo-50-90', quantity: 1, network: 'LOCAL', requestId: randomUUID() } as const
  const { order } = await user.call(buyPlan, asked)
  const end = order.expiresAt * 1000
  await goTo(end - LEFT_MS)
  await page.goto(`/user/cloud-mining/order-home/order-detail/${order.orderNo}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('timer')).toHaveText(/^0[1-4]:/)
  const [cancels, counts] = ['cancelOrder', 'get-order-view'].map((name) =>
    page.waitForResponse((response) => response.url().endsWith(`/commodity/${name}`)),
  )
  // By the client's clock the window has closed, by the service's it has not.
  await page.clock.setSystemTime(end + 1000)
  await cancels
  await expect(main.getByText('Unpaid', { exact: true })).toBeVisible()
  await service.goTo(end + 1000)
  await expect(main.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await counts
  await expect(page.getByRole('button', { name: 'Cancelled 1' })).toBeVisible()
})
