import * as v from 'valibot'
import { visibleText } from '../rules/names.ts'
import { TASK_PAGE_SIZE, TASK_PROOF_LENGTH, taskKinds, taskPeriods } from '../rules/tasks.ts'
import { Amount } from './amounts.ts'
import { CodeSent } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { pagedReply, pageRequest, statusFilter } from './paging.ts'

/**
 * Why a verification failed: a sentence of `failure.` in the points catalogue. `too-short` has `hours` and `minutes`, the
 * longest time of a device on the day so far; `refused` has `reason`, an operator's words; the others have no values.
 */
export const taskFailures = [
  'no-device',
  'too-short',
  'no-friend',
  'no-payment-password',
  'not-connected',
  'connect-again',
  'not-following',
  'not-joined',
  'used-elsewhere',
  'refused',
] as const
const Failure = v.object({ kind: v.picklist(taskFailures), values: v.record(v.string(), v.string()) })
export type TaskFailure = v.InferOutput<typeof Failure>
/** Why another site could not say: a sentence of `waiting.`; nothing is known against the user. */
export const taskWaits = ['busy', 'unavailable'] as const
export type TaskWait = (typeof taskWaits)[number]

const common = {
  id: Id,
  type: v.picklist(taskKinds),
  period: v.picklist(taskPeriods),
  title: v.string(),
  titleZh: v.string(),
  text: v.string(),
  textZh: v.string(),
  /** Whole points. */
  amount: Amount,
  /** The end of the day for one of every day; null where there is none. */
  validUntil: v.nullable(UnixSeconds),
  /** An address of another site that the task is about, or null. */
  link: v.nullable(v.string()),
  /** How far it is, in seconds of the device that was online for longest; null where there is nothing to count. */
  progress: v.nullable(v.object({ seconds: Count, needed: Count })),
}

export const Task = v.variant('status', [
  /** `waiting` where another site was asked and could not say: from `nextTryAt` on it can be asked again. */
  v.object({
    ...common,
    status: v.literal('unverified'),
    waiting: v.nullable(v.object({ why: v.picklist(taskWaits), nextTryAt: UnixSeconds })),
  }),
  /** Being looked at; `proof` is what the user has sent, for an operator, or null. */
  v.object({ ...common, status: v.literal('pending'), since: UnixSeconds, proof: v.nullable(v.string()) }),
  v.object({ ...common, status: v.literal('verified'), finishedAt: UnixSeconds }),
  /** It can be verified again from `nextTryAt` on. */
  v.object({ ...common, status: v.literal('failed'), failure: Failure, nextTryAt: UnixSeconds }),
  v.object({ ...common, status: v.literal('closed'), closedAt: UnixSeconds, failure: v.nullable(Failure) }),
])
export type Task = v.InferOutput<typeof Task>

/** Ongoing: what can be done, what is looked at, and what was finished today. Past: the rest of what was finished or is closed. */
export const taskList = endpoint('/task/list', {
  auth: true,
  request: v.object({
    ...pageRequest(TASK_PAGE_SIZE),
    status: v.optional(statusFilter(['ongoing', 'past', 'all'], 'all'), 'ongoing'),
  }),
  reply: pagedReply(Task),
})

/** What a user sends for a person to look at: several lines, nothing in them that a database can't keep. */
const Proof = v.pipe(
  v.string(),
  v.transform(visibleText),
  v.maxLength(TASK_PROOF_LENGTH),
  v.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u),
)

/**
 * Has a task verified, and gives it as it stands then: one that is not done is `failed`, with the reason. A task that is
 * finished or looked at stays as it is. `proof` is the code from the mailbox for `email`, and the user's words for `custom`.
 */
export const verifyTask = endpoint('/task/verify', {
  auth: true,
  request: v.object({ id: Id, proof: v.optional(Proof) }),
  reply: Task,
  refuses: [
    'TASK_UNKNOWN',
    'TASK_CLOSED',
    /** With `until` (Unix seconds) and `seconds`. */
    'TASK_TOO_SOON',
    'TASK_PROOF_NEEDED',
    'CODE_WRONG',
  ],
})

/** Mails the code with which the task about the mailbox is verified. */
export const taskVerifyCode = endpoint('/task/email-code', {
  auth: true,
  request: NoFields,
  reply: CodeSent,
  refuses: ['CODE_SENT_RECENTLY'],
})
