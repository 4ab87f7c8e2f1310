import { type Feature, screen } from '../core/routing/feature.ts'

export const messages = {
  texts: ['messages', 'feedback'],
  screens: {
    messages: screen('/messages', {
      load: () => import('./screen.tsx').then(({ MessagesScreen }) => MessagesScreen),
      reads: () => import('./reads.ts').then(({ reads }) => reads),
      query: ['report', 'fault'],
      nav: { group: 'account', icon: 'inbox' },
    }),
  },
} satisfies Feature
