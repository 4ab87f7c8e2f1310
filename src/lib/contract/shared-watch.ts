import * as v from 'valibot'
import { publicRead } from './endpoint.ts'
import { UnixSeconds } from './fields.ts'
import { Days, Line } from './watcher.ts'

/** Public view of a link: no name, address, order number or price. Only for its page; the app does not read it. */
const SharedWatch = v.object({ lines: v.array(Line), coins: v.array(Days), serverTime: UnixSeconds })
export type SharedWatch = v.InferOutput<typeof SharedWatch>

/** Sent with `secret`; null if no link has it, or if it was revoked. */
export const sharedWatchRead = publicRead('/watch', v.nullable(SharedWatch))
