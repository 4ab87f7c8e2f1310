import { type Feature, screen } from '../core/routing/feature.ts'

export const account = {
  texts: ['money', 'account'],
  screens: {
    account: screen('/user/account', {
      load: () => import('./screen.tsx').then(({ AccountScreen }) => AccountScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'account', icon: 'userRound' },
    }),
  },
} satisfies Feature
