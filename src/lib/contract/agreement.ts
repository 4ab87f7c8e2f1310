import * as v from 'valibot'
import { UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { NoFields } from './fields.ts'

/** Which versions of the terms and of the privacy policy a user has agreed to (ADR-169). */

const Legal = v.picklist(['terms', 'privacy'])
export type Legal = v.InferOutput<typeof Legal>

const LegalChange = v.object({
  legal: Legal,
  /** The version in force, named by the day from which it applies. */
  version: UtcDay,
  /** Versions since the accepted one, the newest first, each with its changes in a sentence. */
  versions: v.array(v.object({ from: UtcDay, summary: v.string(), summaryZh: v.string() })),
})
export type LegalChange = v.InferOutput<typeof LegalChange>

/** The legal texts of which the user has not accepted the version in force. */
export const legalChanges = endpoint('/user/legal-changes', {
  auth: true,
  request: NoFields,
  reply: v.object({ list: v.array(LegalChange) }),
})

/** Records that the user has read a version. Repeating it changes nothing. */
export const acceptLegal = endpoint('/user/legal-accept', {
  auth: true,
  request: v.object({ legal: Legal, version: UtcDay }),
  reply: NoFields,
  refuses: ['LEGAL_VERSION_UNKNOWN'],
})
