import * as icons from '#lib/illustration/icons.ts'
import type { ScreenName } from '../screens.ts'

export interface NavItem {
  screen: ScreenName
  /** Screens that belong to it and have no row of their own. */
  also?: readonly ScreenName[]
  href: string
  icon: icons.IconPath
}

/** The navigation holds what exists: a screen enters it when it is built. */
export const navGroups: readonly { label?: 'mine' | 'account'; items: readonly NavItem[] }[] = [
  {
    items: [
      { screen: 'overview', href: '/user/overview-main/overview', icon: icons.layoutDashboard },
      {
        screen: 'pcEarnings',
        also: ['cloudEarnings', 'withdrawals', 'earningDetail'],
        href: '/user/earnings/pc-earnings',
        icon: icons.chartColumn,
      },
    ],
  },
  {
    label: 'mine',
    items: [
      { screen: 'devices', href: '/user/overview-main/machine', icon: icons.monitor },
      { screen: 'download', href: '/user/overview-main/download-pc', icon: icons.download },
    ],
  },
  {
    label: 'account',
    items: [
      { screen: 'wallets', href: '/user/wallets', icon: icons.wallet },
      { screen: 'messages', href: '/messages', icon: icons.inbox },
      { screen: 'account', href: '/user/account', icon: icons.userRound },
    ],
  },
]

/** Whether a row of the navigation stands for the screen. */
export const isCurrent = ({ screen, also = [] }: NavItem, current: ScreenName | undefined): boolean =>
  current !== undefined && (screen === current || also.includes(current))

/** The dock of a phone, before its "More". */
export const dockItems: readonly NavItem[] = navGroups.flatMap(({ items }) => items).slice(0, 4)
