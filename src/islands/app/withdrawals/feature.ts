import { type Feature, screen } from '../core/routing/feature.ts'

export const withdrawals = {
  texts: ['money'],
  screens: {
    withdrawals: screen('/user/earnings/withdrawals', {
      load: () => import('./screen.tsx').then(({ WithdrawalsScreen }) => WithdrawalsScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      under: 'pcEarnings',
    }),
  },
} satisfies Feature
