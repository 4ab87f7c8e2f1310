import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** One chunk a screen, named as the route table names it. A test holds the two against each other. */
const load = {
  overview: () => import('./overview/screen.tsx').then(({ OverviewScreen }) => ({ default: OverviewScreen })),
  devices: () => import('./devices/screen.tsx').then(({ DevicesScreen }) => ({ default: DevicesScreen })),
  download: () => import('./versions/screen.tsx').then(({ DownloadScreen }) => ({ default: DownloadScreen })),
  account: () => import('./account/screen.tsx').then(({ AccountScreen }) => ({ default: AccountScreen })),
} satisfies Record<string, () => Promise<{ default: ComponentType }>>

export type ScreenName = keyof typeof load

export const screenNames = Object.keys(load) as ScreenName[]

const screens = new Map<ScreenName, LazyExoticComponent<ComponentType>>(
  screenNames.map((name) => [name, lazy(load[name])]),
)

export const isScreenName = (name: string | undefined): name is ScreenName => screenNames.includes(name as ScreenName)

export const screenOf = (name: ScreenName): ComponentType => screens.get(name) as ComponentType

/** Fetches a screen's code before React asks for it. */
export const preloadScreen = (name: string | undefined): void => {
  if (isScreenName(name)) void load[name]()
}
