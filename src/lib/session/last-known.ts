import { $session } from './session.ts'
import { forget, remember, remembered } from './storage.ts'

/** What the app knew last, for the page that stands when there is no connection. */
export interface LastKnown {
  userId: string
  /** Unix seconds. */
  at: number
  online: number
  total: number
  unread: number
}

const KEY = 'lastKnown'

export const keepLastKnown = (known: LastKnown): boolean => remember(KEY, JSON.stringify(known))
export const forgetLastKnown = (): void => forget(KEY)

/** What was known last of whoever is signed in; undefined for anybody else. */
export function lastKnown(): LastKnown | undefined {
  try {
    const known = JSON.parse(remembered(KEY) ?? 'null') as LastKnown | null
    return known && known.userId === $session.get()?.user?.id ? known : undefined
  } catch {
    return undefined
  }
}
