import type { ReadableAtom } from 'nanostores'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

interface Screen {
  default: ComponentType
  /** What it asks the service for as soon as it is drawn. */
  reads?: readonly ReadableAtom[]
}

/** One chunk a screen, named as the route table names it. A test holds the two against each other. */
const load = {
  overview: () =>
    import('./overview/screen.tsx').then(({ OverviewScreen, reads }) => ({ default: OverviewScreen, reads })),
  devices: () => import('./devices/screen.tsx').then(({ DevicesScreen, reads }) => ({ default: DevicesScreen, reads })),
  pcEarnings: () =>
    import('./earnings/screen.tsx').then(({ PcEarningsScreen, reads }) => ({ default: PcEarningsScreen, reads })),
  cloudEarnings: () =>
    import('./earnings/screen.tsx').then(({ CloudEarningsScreen }) => ({ default: CloudEarningsScreen })),
  earningDetail: () =>
    import('./earnings/detail/screen.tsx').then(({ EarningDetailScreen }) => ({ default: EarningDetailScreen })),
  withdrawals: () =>
    import('./withdrawals/screen.tsx').then(({ WithdrawalsScreen, reads }) => ({ default: WithdrawalsScreen, reads })),
  wallets: () => import('./wallets/screen.tsx').then(({ WalletsScreen, reads }) => ({ default: WalletsScreen, reads })),
  download: () => import('./versions/screen.tsx').then(({ DownloadScreen }) => ({ default: DownloadScreen })),
  messages: () =>
    import('./messages/screen.tsx').then(({ MessagesScreen, reads }) => ({ default: MessagesScreen, reads })),
  account: () => import('./account/screen.tsx').then(({ AccountScreen }) => ({ default: AccountScreen })),
} satisfies Record<string, () => Promise<Screen>>

export type ScreenName = keyof typeof load

export const screenNames = Object.keys(load) as ScreenName[]

const screens = new Map<ScreenName, LazyExoticComponent<ComponentType>>(
  screenNames.map((name) => [name, lazy(load[name])]),
)

export const isScreenName = (name: string | undefined): name is ScreenName => screenNames.includes(name as ScreenName)

/** Screens whose code is here. */
const ready = new Map<ScreenName, ComponentType>()

export const screenOf = (name: ScreenName): ComponentType => ready.get(name) ?? (screens.get(name) as ComponentType)

/**
 * Fetches the first screen's code, so that it is drawn at once: React leaves a skeleton standing for 300 ms, however
 * short a screen was waited for. When it fails, React asks again and says so. Answers with what the screen will read.
 */
export async function preloadScreen(name: string | undefined): Promise<readonly ReadableAtom[]> {
  if (!isScreenName(name)) return []
  const screen: Screen | undefined = await load[name]().catch(() => undefined)
  if (screen) ready.set(name, screen.default)
  return screen?.reads ?? []
}
