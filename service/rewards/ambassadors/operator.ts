import { LEVEL_1_FRIENDS } from '#lib/rules/ambassadors.ts'
import { dayAt } from '#lib/time/days.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { anyReasonFields, reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Change, type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { day, decimalBy, parsed, required, word } from '#service/platform/operator/fields.ts'
import { list as enumerate, type Phrase, phrase, type Text } from '#service/platform/operator/phrase.ts'
import {
  appoint,
  approve,
  type Decision,
  type DecisionRefusal,
  refuse,
  revoke,
  validFriends,
} from '#service/rewards/ambassadors/applications.ts'
import { sharesOn } from '#service/rewards/ambassadors/queries.ts'

const refusals: Record<DecisionRefusal, (email: string) => Text> = {
  already: (email) => phrase`${email} is already an ambassador.`,
  'no-application': (email) =>
    phrase`${email} has no application that waits. --appoint makes an ambassador without one.`,
  'too-few-friends': (email) =>
    phrase`${email} has not more than ${LEVEL_1_FRIENDS} valid friends. --appoint makes an ambassador all the same.`,
  'no-ambassador': (email) => phrase`${email} is no ambassador.`,
}

type Verb = 'approve' | 'appoint' | 'refuse' | 'revoke'

/** The question of a change, for an account as it is named in it. */
const questions: Record<Verb, (whom: Text) => Phrase> = {
  approve: (whom) => phrase`Approve ${whom} as an ambassador?`,
  appoint: (whom) => phrase`Appoint ${whom} as an ambassador?`,
  refuse: (whom) => phrase`Refuse ${whom} as an ambassador?`,
  revoke: (whom) => phrase`Revoke ${whom} as an ambassador?`,
}

const results: Record<Verb, (email: string) => Phrase> = {
  approve: (email) => phrase`${email} is an ambassador of Lv.1.`,
  appoint: (email) => phrase`${email} is an ambassador of Lv.1, appointed by the operator.`,
  refuse: (email) => phrase`${email} was refused.`,
  revoke: (email) => phrase`${email} is no ambassador any more.`,
}

const account = required(word('E-mail'), 'Whom? Give the e-mail of the account.')
const reasonHint = 'why; shown to the account'

export const listAmbassadors = defineAct({ name: 'ambassadors', fields: {}, run: list })

export const showAmbassador = defineAct({
  name: 'ambassadors EMAIL',
  fields: { word: account },
  run: (context, { word: email }) => showOne(context, email),
})

export const approveApplication = defineAct({
  name: 'ambassadors EMAIL --approve',
  needsProof: true,
  role: 'finance',
  button: 'Approve',
  hint: 'accept the pending application: Lv.1, with the valid friends that it takes',
  fields: { word: account, ...anyReasonFields(reasonHint) },
  run: (context, { word: email, ...reasons }) =>
    change(context, {
      ...{ email, verb: 'approve', isBeginning: true, why: reasonIn(reasons) },
      decide: approve,
    }),
})

export const appointAccount = defineAct({
  name: 'ambassadors EMAIL --appoint',
  needsProof: true,
  button: 'Appoint',
  hint: 'make this account an ambassador of Lv.1 without the conditions; its history shows that',
  fields: { word: account, ...anyReasonFields(reasonHint) },
  run: (context, { word: email, ...reasons }) =>
    change(context, {
      ...{ email, verb: 'appoint', isBeginning: true, why: reasonIn(reasons) },
      decide: appoint,
    }),
})

export const refuseApplication = defineAct({
  name: 'ambassadors EMAIL --refuse',
  role: 'support',
  button: 'Refuse',
  hint: 'refuse the pending application',
  fields: { word: account, ...reasonFields(reasonHint) },
  run: (context, { word: email, ...reasons }) =>
    change(context, {
      ...{ email, verb: 'refuse', isBeginning: false, why: reasonIn(reasons) },
      decide: refuse,
    }),
})

export const revokeStatus = defineAct({
  name: 'ambassadors EMAIL --revoke',
  needsProof: true,
  button: 'Revoke',
  hint: 'end the status',
  fields: { word: account, ...reasonFields(reasonHint) },
  run: (context, { word: email, ...reasons }) =>
    change(context, {
      ...{ email, verb: 'revoke', isBeginning: false, why: reasonIn(reasons) },
      decide: revoke,
    }),
})

export const ambassadors: Command = {
  name: 'ambassadors',
  summary: 'Ambassadors and applications, or approve, appoint, refuse or revoke one',
  acts: [listAmbassadors, showAmbassador, approveApplication, appointAccount, refuseApplication, revokeStatus],
}

interface StatusChange {
  email: string
  verb: Verb
  /** The change makes the account an ambassador: the question shows how many valid friends it has. */
  isBeginning: boolean
  why: Reason
  decide(db: Database, of: Decision): Promise<DecisionRefusal | undefined>
}

async function change(context: CommandContext, of: StatusChange): Promise<Change> {
  const user = await accountOf(context.db, of.email)
  const reason = reasonText(of.why)
  const named = of.isBeginning
    ? phrase`${of.email} with ${await validFriends(context.db, user.id)} valid friends`
    : of.email
  const question = questions[of.verb](named)
  return {
    kind: 'change',
    question: reason ? phrase`${question} Reason: ${reason}` : question,
    audit: `${of.email}: ${of.verb}${reason && `: ${reason}`}`,
    async apply(db) {
      const refusal = await of.decide(db, { userId: user.id, by: context.operator, ...of.why, now: context.now() })
      // The transaction rolls back what was begun.
      if (refusal) throw refused(refusals[refusal](of.email))
      return { data: { email: of.email, act: of.verb }, text: results[of.verb](of.email) }
    },
  }
}

async function list({ db }: CommandContext): Promise<View> {
  const open = await db
    .selectFrom('ambassador_applications')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'friends', 'contact', 'asked_at'])
    .where('state', '=', 'open')
    .orderBy('asked_at')
    .execute()
  const levels = await db
    .selectFrom('ambassadors')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'level', 'level_since', 'days_below'])
    .where('level', '>', 0)
    .orderBy('level', 'desc')
    .orderBy('username')
    .limit(1000)
    .execute()
  return {
    kind: 'view',
    audit: `${open.length} applications, ${levels.length} ambassadors`,
    data: {
      applications: open.map(({ username, asked_at, ...row }) => ({
        email: username,
        askedAt: asked_at.toISOString(),
        ...row,
      })),
      ambassadors: levels.map(({ username, ...row }) => ({ email: username, ...row })),
    },
    table: {
      columns: [{ title: 'E-mail' }, { title: 'State' }, { title: 'Since' }, { title: 'What' }],
      rows: [
        ...open.map((row) => [
          row.username,
          'asks',
          utcDateTime(unixSeconds(row.asked_at)),
          `${row.friends} valid friends; ${row.contact}`,
        ]),
        ...levels.map((row) => [
          row.username,
          `Lv.${row.level}`,
          row.level_since,
          row.days_below > 0 ? `${row.days_below} days below` : '',
        ]),
      ],
      empty: 'No ambassadors or applications.',
    },
  }
}

/** The latest days and changes of level of an account: why it is an ambassador, or is none. */
const MAX_HISTORY = 30

async function showOne({ db }: CommandContext, email: string): Promise<View> {
  const user = await accountOf(db, email)
  const current = await db.selectFrom('ambassadors').selectAll().where('user_id', '=', user.id).executeTakeFirst()
  const changes = await db
    .selectFrom('ambassador_history')
    .select(['day', 'at', 'level_before', 'level_after', 'cause', 'reason', 'reason_zh'])
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .limit(MAX_HISTORY)
    .execute()
  const days = await db
    .selectFrom('ambassador_days')
    .select(['day', 'level', 'direct', 'both_tiers', 'fresh'])
    .where('user_id', '=', user.id)
    .orderBy('day', 'desc')
    .limit(MAX_HISTORY)
    .execute()
  const friends = await validFriends(db, user.id)
  return {
    kind: 'view',
    audit: `ambassador ${user.username}`,
    data: {
      email: user.username,
      level: current?.level ?? 0,
      since: current?.since ?? null,
      levelSince: current?.level_since ?? null,
      daysBelow: current?.days_below ?? 0,
      validFriends: friends,
      changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
      days,
    },
    table: {
      columns: [{ title: 'Day' }, { title: 'What' }, { title: 'Why' }],
      rows: [
        ...changes.map((row) => [
          row.day,
          `Lv.${row.level_before} to Lv.${row.level_after}`,
          [row.cause, row.reason, row.reason_zh].filter(Boolean).join(': '),
        ]),
        ...days.map((row) => [
          row.day,
          `Lv.${row.level}`,
          `${row.direct} valid devices of invitees, ${row.both_tiers} over two levels, ${row.fresh} new`,
        ]),
      ],
      empty: phrase`${user.username} was never an ambassador.`,
      foot: footOf(user.username, { level: current?.level ?? 0, friends, daysBelow: current?.days_below ?? 0 }),
    },
  }
}

const footOf = (
  name: string,
  { level, friends, daysBelow }: { level: number; friends: number; daysBelow: number },
): Phrase =>
  daysBelow > 0
    ? phrase`${name} is of Lv.${level} and has ${friends} valid friends, ${daysBelow} days below its level.`
    : phrase`${name} is of Lv.${level} and has ${friends} valid friends.`

export const viewShares = defineAct({
  name: 'ambassador-shares',
  fields: {},
  async run({ db, now }) {
    const shares = await sharesOn(db, dayAt(now()))
    return {
      kind: 'view',
      data: shares,
      table: {
        columns: [{ title: 'Level' }, { title: 'Invitees', right: true }, { title: 'Theirs', right: true }],
        rows: shares.map(({ level, direct, second }) => [`Lv.${level}`, `${direct} %`, `${second} %`]),
        empty: '',
      },
    }
  },
})

/** In basis points. */
const percent = (parts: { label: string; hint: string }) =>
  decimalBy(
    { value: 'PERCENT', ...parts },
    (digits) =>
      /^\d{1,2}(\.\d{1,2})?$/.test(digits) && Number(digits) <= 50 ? Math.round(Number(digits) * 100) : undefined,
    'takes 0 to 50 percent with at most two decimals.',
  )

export const setShare = defineAct({
  name: 'ambassador-shares LEVEL',
  needsProof: true,
  button: 'Set the shares',
  fields: {
    word: required(
      parsed(
        { hint: '', label: 'Level' },
        (typed) => Number(/^(?:lv\.)?([123])$/i.exec(typed.trim())?.[1]) || undefined,
        () => 'A level is 1, 2 or 3.',
      ),
      'Which level? Give 1, 2 or 3.',
    ),
    direct: percent({
      label: 'Of what invitees mine, in percent',
      hint: 'of what invitees mine, 0 to 50, for example 2.5',
    }),
    second: percent({ label: 'Of what their invitees mine, in percent', hint: 'of what their invitees mine' }),
    from: day({ label: 'From', hint: 'first UTC day it applies to (default today)' }),
  },
  run: setShares,
})

export const ambassadorShares: Command = {
  name: 'ambassador-shares',
  summary: "List the ambassadors' shares of the output, or set those of a level",
  acts: [viewShares, setShare],
}

interface Shares {
  word: number
  direct: number | undefined
  second: number | undefined
  from: string | undefined
}

async function setShares(
  { now }: CommandContext,
  { word: level, direct, second, from = dayAt(now()) }: Shares,
): Promise<Change> {
  const shares = [direct, second].flatMap((points, index) =>
    points === undefined ? [] : [{ tier: index + 1, points }],
  )
  if (shares.length === 0) throw wrongUsage('The share is missing. Give --direct PERCENT or --second PERCENT.')
  const words = enumerate(shares.map(({ tier, points }) => phrase`${points / 100}% of invite level ${tier}`))
  const assertNotOver = () => {
    if (from < dayAt(now())) throw refused(phrase`${from} is over. Give today or a later day.`)
  }
  assertNotOver()
  return {
    kind: 'change',
    question: phrase`Give ambassadors of Lv.${level} ${words} from ${from} on?`,
    audit: `Lv.${level}: ${words} from ${from}`,
    async apply(db) {
      assertNotOver()
      for (const { tier, points } of shares) {
        const fresh = { basis_points: points, set_at: new Date(now()) }
        await db
          .insertInto('ambassador_rates')
          .values({ level, tier, from_day: from, ...fresh })
          .onConflict((conflict) => conflict.columns(['level', 'tier', 'from_day']).doUpdateSet(fresh))
          .execute()
      }
      return { data: { level, from, shares: shares }, text: phrase`Lv.${level} has ${words} from ${from} on.` }
    },
  }
}
