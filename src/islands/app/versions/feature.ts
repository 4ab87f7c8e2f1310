import * as icons from '#lib/illustration/icons.ts'
import { type Feature, screen } from '../routing/feature.ts'

export const versions = {
  screens: {
    download: screen('/user/overview-main/download-pc', {
      load: () => import('./screen.tsx').then(({ DownloadScreen }) => DownloadScreen),
      nav: { group: 'mine', icon: icons.download, dock: 6 },
    }),
  },
} satisfies Feature
