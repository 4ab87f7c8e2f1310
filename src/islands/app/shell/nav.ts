import type { ScreenName } from '../screens.ts'

export interface NavItem {
  screen: ScreenName
  href: string
  icon: `lucide--${string}`
}

/** The navigation holds what exists: a screen enters it when it is built. */
export const navGroups: readonly { label?: 'mine' | 'account'; items: readonly NavItem[] }[] = [
  { items: [{ screen: 'overview', href: '/user/overview-main/overview', icon: 'lucide--layout-dashboard' }] },
  {
    label: 'mine',
    items: [
      { screen: 'devices', href: '/user/overview-main/machine', icon: 'lucide--monitor' },
      { screen: 'download', href: '/user/overview-main/download-pc', icon: 'lucide--download' },
    ],
  },
  { label: 'account', items: [{ screen: 'account', href: '/user/account', icon: 'lucide--user-round' }] },
]

/** The dock of a phone, before its "More". */
export const dockItems: readonly NavItem[] = navGroups.flatMap(({ items }) => items).slice(0, 4)
