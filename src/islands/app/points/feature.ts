import { type Feature, screen } from '../routing/feature.ts'

export const points = {
  texts: ['points', 'money'],
  screens: {
    points: screen('/user/user-points', {
      load: () => import('./screen.tsx').then(({ PointsScreen }) => PointsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'grow', icon: 'hexagon' },
    }),
  },
} satisfies Feature
