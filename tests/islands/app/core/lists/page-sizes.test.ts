// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

const requests: [path: string, payload: unknown][] = []
vi.mock('#app/core/calls/call.ts', async () => {
  const { machineStatistics } = await import('#lib/contract/device-statistics.ts')
  const { unreadMessages } = await import('#lib/contract/unread.ts')
  return {
    shellEndpoints: async () => ({ machineStatistics, unreadMessages }),
    call: ({ path }: { path: string }, payload: unknown) => {
      requests.push([path, payload])
      return new Promise(() => undefined)
    },
  }
})

beforeEach(() => {
  vi.resetModules()
  requests.length = 0
})

type Store = { listen(listener: () => void): () => void }
const devices = () => import('#app/devices/store.ts')

test.each<[string, string, object, () => Promise<Store>]>([
  [
    'the devices of the overview',
    '/machine/getMachineList',
    { page: 1, pageSize: 10, status: 'all' },
    async () => (await devices()).$homeDevices,
  ],
  [
    'the devices of a narrow list',
    '/machine/getMachineList',
    { page: 1, pageSize: 8 },
    async () => {
      const { $devices, chooseSize, LIST_SIZE } = await devices()
      chooseSize(LIST_SIZE.narrow)
      return $devices
    },
  ],
  [
    'the earnings of the overview',
    '/user-income-detail/user-earnings',
    { page: 1, size: 7 },
    async () => (await import('#app/earnings/recent-store.ts')).$recent,
  ],
  [
    'the earnings of the overview on a phone',
    '/user-income-detail/user-earnings',
    { page: 1, size: 100 },
    async () => {
      const { $isPhone } = await import('#app/core/lists/phone.ts')
      $isPhone.set(true)
      return (await import('#app/earnings/recent-store.ts')).$recent
    },
  ],
  [
    'the withdrawals of the overview',
    '/withdrawal-log/list',
    { page: 1, size: 5 },
    async () => (await import('#app/withdrawals/recent-store.ts')).$recent,
  ],
  [
    'all withdrawals',
    '/withdrawal-log/list',
    { page: 1, size: 20 },
    async () => (await import('#app/withdrawals/store.ts')).$list,
  ],
  [
    'invitations',
    '/user/invite-list',
    { page: 1, pageSize: 5, status: 'all' },
    async () => (await import('#app/invitations/store.ts')).$invitations,
  ],
  [
    'tasks',
    '/task/list',
    { page: 1, size: 5, status: 'ongoing' },
    async () => (await import('#app/points/tasks-store.ts')).$ongoing,
  ],
  ['messages', '/user-message/list', { size: 20 }, async () => (await import('#app/messages/store.ts')).$newest],
])('%s are asked for by their page size', async (_, path, payload, store) => {
  const close = (await store()).listen(() => undefined)
  await vi.waitFor(() => expect(requests.map(([one]) => one)).toContain(path))
  expect(requests.find(([one]) => one === path)?.[1]).toMatchObject(payload)
  close()
})
