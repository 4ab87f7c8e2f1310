import { afterEach, expect, test, vi } from 'vitest'
import { createOutbound } from '#service/platform/outbound.ts'
import { openReceiver } from '#world/receiver.ts'

const addresses = vi.hoisted(() => [] as { address: string; family: number }[])
vi.mock('node:dns/promises', () => ({ lookup: async () => addresses }))

afterEach(() => void addresses.splice(0))

const outbound = createOutbound({ isPostable: () => true, isPublic: (address) => address !== '10.0.0.1' })

test('a post goes to the next address of its name when the first one is dead, once', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  // Nothing listens at the first two.
  addresses.push(
    { address: '::1', family: 6 },
    { address: '127.0.0.3', family: 4 },
    { address: '127.0.0.1', family: 4 },
  )
  expect(await outbound.post(`http://hook.example:${port}/`, { headers: {}, body: 'x' })).toEqual({ status: 201 })
  expect(receiver.posted).toHaveLength(1)
  await receiver.close()
})

test('a name with one address that is not public gets nothing, at none of its addresses', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  addresses.push({ address: '127.0.0.1', family: 4 }, { address: '10.0.0.1', family: 4 })
  await expect(outbound.post(`http://hook.example:${port}/`, { headers: {}, body: 'x' })).rejects.toThrow('NOT_PUBLIC')
  expect(receiver.posted).toEqual([])
  await receiver.close()
})

test('the failure of several dead addresses is one code', async () => {
  const receiver = await openReceiver()
  const { port } = new URL(receiver.url)
  await receiver.close()
  addresses.push({ address: '127.0.0.3', family: 4 }, { address: '127.0.0.1', family: 4 })
  await expect(outbound.post(`http://hook.example:${port}/`, { headers: {}, body: 'x' })).rejects.toThrow(
    /^ECONNREFUSED$/,
  )
})
