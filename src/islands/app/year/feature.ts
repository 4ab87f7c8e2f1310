import { type Feature, screen } from '../core/routing/feature.ts'

/** The hours of a year, drawn. */
export const year = {
  texts: ['year'],
  screens: {
    year: screen('/user/overview-main/year', {
      load: () => import('./screen.tsx').then(({ YearScreen }) => YearScreen),
      query: ['device'],
      under: 'overview',
    }),
  },
} satisfies Feature
