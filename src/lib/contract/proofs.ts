import * as v from 'valibot'
import { utcDayStart } from '../time/format.ts'
import { endpoint, publicRead } from './endpoint.ts'

const Day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((day) => utcDayStart(day) !== undefined),
)
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
/** Smallest units of an asset. */
const Units = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,38})$/))

/** The statement of a day as it was signed (`parseStatement` of rules/proofs.ts), its Ed25519 signature and the public key. */
const Signed = { statement: v.string(), signature: v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/)), key: Hash }
export const SignedStatement = v.object(Signed)
export type SignedStatement = v.InferOutput<typeof SignedStatement>

/** Statements, the newest first; those before the query parameter `before`, a day, when it is given. */
export const proofsRead = publicRead('/proofs', v.object({ days: v.array(SignedStatement), hasMore: v.boolean() }))

/** One user's leaf of an asset, and the other child of each node from there to the root. */
const Branch = v.object({
  asset: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,16}$/)),
  units: Units,
  /** The accounts that `units` is the sum of. */
  parts: v.object({ available: Units, frozen: Units, withdrawing: Units, balance: Units }),
  salt: Hash,
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  siblings: v.array(v.object({ hash: Hash, units: Units })),
})

/** The file that a user checks with verify.py or verify.html: the leaves of one user in the proof of one day. */
export const ProofFile = v.object({
  format: v.literal('proof-of-liabilities/1'),
  ...Signed,
  /** As the service keeps it: rules/emails.ts allows more than `v.email()`. */
  account: v.string(),
  branches: v.array(Branch),
})
export type ProofFile = v.InferOutput<typeof ProofFile>

/** The reader's file of a day, or of the newest proof. */
export const proofBranch = endpoint('/proofs/branch', {
  auth: true,
  request: v.object({ day: v.optional(Day) }),
  reply: ProofFile,
  refuses: ['PROOF_UNKNOWN'],
})
