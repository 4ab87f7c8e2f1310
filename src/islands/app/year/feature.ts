import { type Feature, screen } from '../core/routing/feature.ts'

export const year = {
  texts: ['year'],
  screens: {
    year: screen('/user/overview-main/year', {
      load: () => import('./screen.tsx').then(({ YearScreen }) => YearScreen),
      query: ['id'],
      under: 'overview',
    }),
  },
} satisfies Feature
