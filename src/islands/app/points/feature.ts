import { type Feature, screen } from '../core/routing/feature.ts'

export const points = {
  texts: ['points', 'money'],
  screens: {
    points: screen('/user/user-points', {
      load: () => import('./screen.tsx').then(({ PointsScreen }) => PointsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'grow', icon: 'hexagon' },
    }),
    pointsEarnings: screen('/user/earnings/points-earnings', {
      load: () => import('./earnings/screen.tsx').then(({ PointsEarningsScreen }) => PointsEarningsScreen),
      under: 'pcEarnings',
    }),
  },
} satisfies Feature
