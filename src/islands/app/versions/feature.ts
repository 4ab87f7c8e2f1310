import { type Feature, screen } from '../core/routing/feature.ts'

export const versions = {
  screens: {
    download: screen('/user/overview-main/download-pc', {
      load: () => import('./screen.tsx').then(({ DownloadScreen }) => DownloadScreen),
      nav: { group: 'mine', icon: 'download' },
    }),
  },
} satisfies Feature
