import { type Feature, screen } from '../core/routing/feature.ts'

export const balance = {
  texts: ['balance'],
  screens: {
    recharge: screen('/user/balance/recharge', {
      load: () => import('./screen.tsx').then(({ RechargeScreen }) => RechargeScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      from: ['/user/balance'],
      nav: { group: 'account', icon: 'creditCard' },
    }),
    consumption: screen('/user/balance/consumption', {
      load: () => import('./consumption.tsx').then(({ ConsumptionScreen }) => ConsumptionScreen),
      under: 'recharge',
    }),
  },
} satisfies Feature
