import * as v from 'valibot'
import { publicRead } from './endpoint.ts'
import { UnixSeconds } from './fields.ts'
import { Days, Line } from './watcher.ts'

/** What a link shows: no name, no address, no order number, no price. For its page alone: the app reads none of it. */
const SharedWatch = v.object({ lines: v.array(Line), coins: v.array(Days), serverTime: UnixSeconds })
export type SharedWatch = v.InferOutput<typeof SharedWatch>

/** Asked with `secret`; null where no link has it, or none any more. */
export const sharedWatchRead = publicRead('/watch', v.nullable(SharedWatch))
