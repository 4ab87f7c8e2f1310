import { type Feature, screen } from '../core/routing/feature.ts'

export const earnings = {
  texts: ['money'],
  screens: {
    pcEarnings: screen('/user/earnings/pc-earnings', {
      load: () => import('./screen.tsx').then(({ PcEarningsScreen }) => PcEarningsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      from: ['/user/earnings'],
      nav: { group: 'home', icon: 'chartColumn', dock: 2 },
    }),
    cloudEarnings: screen('/user/earnings/cloud-earnings', {
      load: () => import('./screen.tsx').then(({ CloudEarningsScreen }) => CloudEarningsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      under: 'pcEarnings',
    }),
    earningDetail: screen('/user/earning-detail', {
      load: () => import('./detail/screen.tsx').then(({ EarningDetailScreen }) => EarningDetailScreen),
      query: ['coin', 'type', 'from', 'to'],
      under: 'pcEarnings',
    }),
  },
} satisfies Feature
