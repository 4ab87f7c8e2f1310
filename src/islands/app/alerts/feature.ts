import { type Feature, screen } from '../core/routing/feature.ts'

export const alerts = {
  texts: ['alerts'],
  screens: {
    alerts: screen('/user/alerts', {
      load: () => import('./screen.tsx').then(({ AlertsScreen }) => AlertsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      under: 'messages',
    }),
  },
} satisfies Feature
