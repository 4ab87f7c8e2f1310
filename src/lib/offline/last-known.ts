import { forget, remember, remembered } from '../session/storage.ts'

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
/** As the session keeps it (session.ts), which is more than the page without a connection can load. */
const USER = 'userInfo'

export const saveLastKnown = (known: LastKnown): boolean => remember(KEY, JSON.stringify(known))
export const forgetLastKnown = (): void => forget(KEY)

/** What was known last of whoever is signed in; undefined for anybody else. */
export function lastKnown(): LastKnown | undefined {
  try {
    const known = JSON.parse(remembered(KEY) ?? 'null') as LastKnown | null
    const user = JSON.parse(remembered(USER) ?? 'null') as { id: string } | null
    return known && known.userId === user?.id ? known : undefined
  } catch {
    return undefined
  }
}
