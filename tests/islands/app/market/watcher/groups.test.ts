// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { watcher } from '#lib/contract/watcher.ts'

const requests: string[][] = []
vi.mock('#app/core/calls/call.ts', () => ({
  call: ({ path }: { path: string }, { runningStatus }: { runningStatus: string[] }) => {
    if (path === watcher.path) requests.push(runningStatus)
    return new Promise(() => undefined)
  },
}))

test('choosing preparing asks for ready orders too, and all asks for no state', async () => {
  const { $filter, $watched } = await import('#app/market/watcher/store.ts')
  const close = $watched.listen(() => undefined)
  for (const group of ['preparing', 'running', 'ended'] as const) $filter.set({ page: 1, group })
  await vi.waitFor(() => expect(requests).toEqual([[], ['ready', 'preparing'], ['running'], ['ended']]))
  close()
})
