// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { officialActive } from '#lib/contract/activity.ts'

const reported: unknown[] = []
vi.mock('#app/core/calls/call.ts', async () => {
  const activity = await import('#lib/contract/activity.ts')
  return {
    shellEndpoints: async () => activity,
    call: async ({ path }: { path: string }, payload: unknown) => {
      if (path === officialActive.path) reported.push(payload)
      throw new Error('nobody hears of it')
    },
  }
})

test('each navigation of the app is reported by its path, without query and place', async () => {
  localStorage.setItem('userInfo', '{"token":"token"}')
  history.replaceState(null, '', '/user?secret=1#place')
  const [{ settle, startRouter }, { navigation }] = await Promise.all([
    import('#app/core/routing/router.ts'),
    import('#app/core/routing/go-to.ts'),
  ])
  startRouter()
  settle('Overview')
  navigation.goTo('/user/gpu/gpu-detail/17?secret=2#place')
  navigation.goTo('/user/nonsense?secret=3')
  await vi.waitFor(() =>
    expect(reported).toEqual([
      { path: '/user/overview-main/overview' },
      { path: '/user/gpu/gpu-detail/17' },
      { path: '/user/nonsense' },
    ]),
  )
})
