import type { ReadableAtom } from 'nanostores'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** One chunk a screen, named as the route table names it. A test holds the two against each other. */
const load = {
  overview: () => import('./overview/screen.tsx').then(({ OverviewScreen }) => ({ default: OverviewScreen })),
  devices: () => import('./devices/screen.tsx').then(({ DevicesScreen }) => ({ default: DevicesScreen })),
  pcEarnings: () => import('./earnings/screen.tsx').then(({ PcEarningsScreen }) => ({ default: PcEarningsScreen })),
  cloudEarnings: () =>
    import('./earnings/screen.tsx').then(({ CloudEarningsScreen }) => ({ default: CloudEarningsScreen })),
  earningDetail: () =>
    import('./earnings/detail/screen.tsx').then(({ EarningDetailScreen }) => ({ default: EarningDetailScreen })),
  withdrawals: () =>
    import('./withdrawals/screen.tsx').then(({ WithdrawalsScreen }) => ({ default: WithdrawalsScreen })),
  wallets: () => import('./wallets/screen.tsx').then(({ WalletsScreen }) => ({ default: WalletsScreen })),
  download: () => import('./versions/screen.tsx').then(({ DownloadScreen }) => ({ default: DownloadScreen })),
  messages: () => import('./messages/screen.tsx').then(({ MessagesScreen }) => ({ default: MessagesScreen })),
  account: () => import('./account/screen.tsx').then(({ AccountScreen }) => ({ default: AccountScreen })),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>

export type ScreenName = keyof typeof load

export const screenNames = Object.keys(load) as ScreenName[]

/** What a screen asks the service for as soon as it is drawn, apart from the code that draws it. */
const reads: Partial<Record<ScreenName, () => Promise<readonly ReadableAtom[]>>> = {
  overview: () => import('./overview/reads.ts').then(({ reads }) => reads),
  devices: () => import('./devices/reads.ts').then(({ reads }) => reads),
  pcEarnings: () => import('./earnings/reads.ts').then(({ reads }) => reads),
  cloudEarnings: () => import('./earnings/reads.ts').then(({ reads }) => reads),
  withdrawals: () => import('./withdrawals/reads.ts').then(({ reads }) => reads),
  wallets: () => import('./wallets/reads.ts').then(({ reads }) => reads),
  messages: () => import('./messages/reads.ts').then(({ reads }) => reads),
  account: () => import('./account/reads.ts').then(({ reads }) => reads),
}

const screens = new Map<ScreenName, LazyExoticComponent<ComponentType>>(
  screenNames.map((name) => [name, lazy(load[name])]),
)

export const isScreenName = (name: string | undefined): name is ScreenName => screenNames.includes(name as ScreenName)

/** Screens whose code is here. */
const ready = new Map<ScreenName, ComponentType>()

export const screenOf = (name: ScreenName): ComponentType => ready.get(name) ?? (screens.get(name) as ComponentType)

/** The stores that a screen reads, or none. Rejects where their code did not come. */
export const readsOf = async (name: string | undefined): Promise<readonly ReadableAtom[]> =>
  (isScreenName(name) ? await reads[name]?.() : undefined) ?? []

/**
 * Fetches the first screen's code, so that it is drawn at once: React leaves a skeleton standing for 300 ms, however
 * short a screen was waited for. When it fails, React asks again and says so.
 */
export async function preloadScreen(name: string | undefined): Promise<void> {
  if (!isScreenName(name)) return
  const screen = await load[name]().catch(() => undefined)
  if (screen) ready.set(name, screen.default)
}
