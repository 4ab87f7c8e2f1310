import { type Feature, screen } from '../routing/feature.ts'

export const messages = {
  texts: ['messages'],
  screens: {
    messages: screen('/messages', {
      load: () => import('./screen.tsx').then(({ MessagesScreen }) => MessagesScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      nav: { group: 'account', icon: 'inbox' },
    }),
  },
} satisfies Feature
