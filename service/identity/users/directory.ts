import type { Directory } from '#service/messaging/directory.ts'
import { accountOf } from './operator-accounts.ts'
import { userById } from './queries.ts'

export const directory: Directory = { byId: userById, byEmail: accountOf }
