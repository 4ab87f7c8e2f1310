import * as v from 'valibot'
import { visibleText } from '../rules/names.ts'
import { TASK_PAGE_SIZE, TASK_PROOF_LENGTH, taskKinds, taskPeriods } from '../rules/tasks.ts'
import { Amount } from './amounts.ts'
import { CodeSent } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { pagedReply, pageRequest, statusFilter } from './paging.ts'

/**
 * Reasons of failed verifications: a sentence of `failure.` in the points catalogue. `too-short` has `hours` and
 * `minutes`, the longest time of a device on the day so far; `refused` has `reason`, an operator's text; the others
 * have no values.
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
/** Reasons why another site gave no result: a sentence of `waiting.`; the task has not failed. */
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
  /** End of the day for daily tasks; null if there is none. */
  validUntil: v.nullable(UnixSeconds),
  /** Address of the other site that the task is about, or null. */
  link: v.nullable(v.string()),
  /** Progress in seconds of the device with the longest online time; null if nothing is counted. */
  progress: v.nullable(v.object({ seconds: Count, needed: Count })),
}

export const Task = v.variant('status', [
  /** `waiting` if another site was asked without result: it can be asked again from `nextTryAt` on. */
  v.object({
    ...common,
    status: v.literal('unverified'),
    waiting: v.nullable(v.object({ why: v.picklist(taskWaits), nextTryAt: UnixSeconds })),
  }),
  /** In review; `proof` is the user's text for the operator, or null. */
  v.object({ ...common, status: v.literal('pending'), since: UnixSeconds, proof: v.nullable(v.string()) }),
  v.object({ ...common, status: v.literal('verified'), finishedAt: UnixSeconds }),
  /** Can be verified again from `nextTryAt` on. */
  v.object({ ...common, status: v.literal('failed'), failure: Failure, nextTryAt: UnixSeconds }),
  v.object({ ...common, status: v.literal('closed'), closedAt: UnixSeconds, failure: v.nullable(Failure) }),
])
export type Task = v.InferOutput<typeof Task>

/** Ongoing: open, in review, and finished today. Past: other finished and closed tasks. */
export const taskList = endpoint('/task/list', {
  auth: true,
  request: v.object({
    ...pageRequest(TASK_PAGE_SIZE),
    status: v.optional(statusFilter(['ongoing', 'past', 'all'], 'all'), 'ongoing'),
  }),
  /** `open`: ongoing tasks that are not finished, whichever list was requested. */
  reply: v.object({ ...pagedReply(Task).entries, open: Count }),
})

/** A user's proof for review: several lines without characters that PostgreSQL cannot store. */
const Proof = v.pipe(
  v.string(),
  v.transform(visibleText),
  v.maxLength(TASK_PROOF_LENGTH),
  v.regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u),
)

/**
 * Verifies a task and returns its new state: `failed` with the reason if it is not done. A finished or reviewed task
 * stays unchanged. `proof` is the mailed code for `email`, and the user's text for `custom`.
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

/** Mails the code that verifies the mailbox task. */
export const taskVerifyCode = endpoint('/task/email-code', {
  auth: true,
  request: NoFields,
  reply: CodeSent,
  refuses: ['CODE_SENT_RECENTLY'],
})
