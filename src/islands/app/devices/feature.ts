import { type Feature, screen } from '../core/routing/feature.ts'

export const devices = {
  texts: ['devices'],
  screens: {
    devices: screen('/user/overview-main/machine', {
      load: () => import('./screen.tsx').then(({ DevicesScreen }) => DevicesScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'mine', icon: 'monitor', dock: 4 },
    }),
  },
} satisfies Feature
