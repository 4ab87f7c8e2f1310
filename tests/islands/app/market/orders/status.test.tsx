// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { OrderStatus } from '#app/market/orders/status.tsx'
import { render } from '../../../ui/render.ts'

vi.mock('#app/market/texts.ts', () => ({ m: (key: string) => key }))

test.each([
  ['pending', 'tone-info'],
  ['paying', 'tone-success'],
  ['success', 'tone-success'],
  ['cancel', 'tone-error'],
] as const)('an order that is %s stands in the colour %s', async (orderStatus, tone) => {
  const { host } = await render(<OrderStatus order={{ orderStatus }} />)
  expect(host.textContent).toBe(`status.${orderStatus}`)
  expect([...(host.querySelector('.badge')?.classList ?? [])].filter((name) => name.startsWith('tone-'))).toEqual([
    tone,
  ])
})
