import { type Feature, screen } from '../core/routing/feature.ts'

export const overview = {
  screens: {
    overview: screen('/user/overview-main/overview', {
      load: () => import('./screen.tsx').then(({ OverviewScreen }) => OverviewScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      from: ['/user', '/user/overview-main'],
      nav: { group: 'home', icon: 'layoutDashboard', dock: 1 },
    }),
  },
} satisfies Feature
