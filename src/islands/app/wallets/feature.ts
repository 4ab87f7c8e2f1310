import { type Feature, screen } from '../core/routing/feature.ts'

export const wallets = {
  texts: ['money'],
  screens: {
    wallets: screen('/user/wallets', {
      load: () => import('./screen.tsx').then(({ WalletsScreen }) => WalletsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'account', icon: 'wallet' },
    }),
  },
} satisfies Feature
