import { forget, remember, remembered } from '../session/storage.ts'

/** The app's last known figures, for the page shown without a connection. */
export interface LastKnown {
  userId: string
  /** Unix seconds. */
  at: number
  online: number
  total: number
  unread: number
}

const KEY = 'lastKnown'
/** The session's key (session.ts), which is too large to load without a connection. */
const USER = 'userInfo'

export const saveLastKnown = (known: LastKnown): boolean => remember(KEY, JSON.stringify(known))
export const forgetLastKnown = (): void => forget(KEY)

/** The last known figures of the signed-in user; undefined for other users. */
export function lastKnown(): LastKnown | undefined {
  try {
    const known = JSON.parse(remembered(KEY) ?? 'null') as LastKnown | null
    const user = JSON.parse(remembered(USER) ?? 'null') as { id: string } | null
    return known && known.userId === user?.id ? known : undefined
  } catch {
    return undefined
  }
}
