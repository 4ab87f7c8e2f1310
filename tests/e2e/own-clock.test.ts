import { buyPlan } from '#lib/contract/orders.ts'
import { createVisitor, registerUser } from '../_world/visitor.ts'
import { expect, PASSWORD, setSession, test } from './world.ts'

test.use({ demo: true, paid: true })

/** Less than the service refuses, so that nothing else shows it. */
for (const off of [-280, 280])
  test(`a clock that is off by ${off} s shows an order's remaining time by the service`, async ({
    page,
    service,
    email,
  }) => {
    const { token, info } = await registerUser(service.door, { email, password: PASSWORD })
    const buyer = createVisitor(service.door, { token })
    const { order } = await buyer.call(buyPlan, {
      ...{ productId: 'aleo-50-90', quantity: 1, network: 'LOCAL' as const },
      requestId: crypto.randomUUID(),
    })
    await setSession(page, service.origin, { token, userInfo: info })
    await page.clock.install({ time: Date.now() + off * 1000 })
    // It has lost no more of its 30 minutes than the test has taken.
    const left = /(?:30:00|29:\d\d|28:\d\d)/
    await page.goto(`/user/cloud-mining/order-home/order-detail/${order.orderNo}`)
    await expect(page.getByRole('main').getByRole('timer')).toHaveText(left)
    await page.goto('/user/cloud-mining/market-home/market')
    await expect(page.getByRole('link', { name: 'Payment due' })).toHaveText(left)
    const clock = page.getByRole('complementary').getByRole('timer')
    const wrongBy = async () => {
      const [hours = 0, minutes = 0, seconds = 0] = ((await clock.textContent()) ?? '').split(':').map(Number)
      const untilMidnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400)
      return Math.abs(hours * 3600 + minutes * 60 + seconds - untilMidnight)
    }
    await expect.poll(wrongBy).toBeLessThan(60)
  })
