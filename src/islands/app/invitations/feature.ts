import { type Feature, screen } from '../core/routing/feature.ts'

export const invitations = {
  texts: ['invitations', 'ambassadors'],
  screens: {
    invitation: screen('/user/invitation', {
      load: () => import('./screen.tsx').then(({ InvitationScreen }) => InvitationScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'grow', icon: 'gitFork' },
    }),
  },
} satisfies Feature
