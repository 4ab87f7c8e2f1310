import { isWhole } from './parts.ts'

/** Two who read everything: in English on a desktop, in Chinese on a phone. */
export const readers = [
  { locale: 'en', browserLocale: 'en-US', signIn: '/login/', screen: { viewport: { width: 1440, height: 900 } } },
  {
    locale: 'zh',
    browserLocale: 'zh-CN',
    signIn: '/zh/login/',
    screen: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
] as const

/** One reader for a journey that both languages share; `npm run test:long -- journeys` takes both. */
export const readersInTurn = (turn: 0 | 1) => readers.filter((_, index) => isWhole || index === turn)
