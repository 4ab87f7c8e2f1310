import { LEVEL_1_FRIENDS } from '#lib/rules/ambassadors.ts'
import { dayAt } from '#lib/time/days.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { anyReasonIn, reasonIn, reasonOptions, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Change, Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
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

const ways: Record<string, { does(db: Database, of: Decision): Promise<DecisionRefusal | undefined>; done: string }> = {
  approve: { does: approve, done: 'is an ambassador of Lv.1.' },
  appoint: { does: appoint, done: 'is an ambassador of Lv.1, appointed by the operator.' },
  refuse: { does: refuse, done: 'was refused.' },
  revoke: { does: revoke, done: 'is no ambassador any more.' },
}

const undone: Record<DecisionRefusal, string> = {
  already: 'is already an ambassador.',
  'no-application': 'has no application that waits. --appoint makes an ambassador without one.',
  'too-few-friends': `has not more than ${LEVEL_1_FRIENDS} valid friends. --appoint makes an ambassador all the same.`,
  'no-ambassador': 'is no ambassador.',
}

export const ambassadors: Command = {
  name: 'ambassadors',
  summary: 'Ambassadors and applications, or approve, appoint, refuse or revoke one',
  word: '[EMAIL]',
  options: {
    approve: { type: 'boolean', hint: 'accept the pending application: Lv.1, with the valid friends that it takes' },
    appoint: {
      type: 'boolean',
      hint: 'make this account an ambassador of Lv.1 whatever the rules ask for; its history says so',
    },
    refuse: { type: 'boolean', hint: 'refuse the pending application' },
    revoke: { type: 'boolean', hint: 'end the status' },
    ...reasonOptions('why; the account is told it'),
  },
  async run(context, asked) {
    const [way, other] = Object.keys(ways).filter((name) => asked.flag(name))
    if (other) throw wrongUsage('Give one of --approve, --appoint, --refuse and --revoke.')
    if (asked.word === undefined) {
      if (way) throw wrongUsage('Whom? Give the e-mail of the account.')
      return list(context)
    }
    if (!way) throw wrongUsage('What should happen? Give --approve, --appoint, --refuse or --revoke.')
    const why = isBeginning(way) ? anyReasonIn(asked) : reasonIn(asked)
    return change(context, { email: asked.word, way, why })
  },
}

const isBeginning = (way: string): boolean => way === 'approve' || way === 'appoint'

async function change(context: CommandContext, of: { email: string; way: string; why: Reason }): Promise<Change> {
  const user = await accountOf(context.db, of.email)
  const { does, done } = ways[of.way] as (typeof ways)[string]
  const reason = reasonText(of.why)
  const friends = isBeginning(of.way) ? ` with ${await validFriends(context.db, user.id)} valid friends` : ''
  return {
    kind: 'change',
    question: `${of.way[0]?.toUpperCase()}${of.way.slice(1)} ${of.email}${friends} as an ambassador${reason && `, because: ${reason}`}?`,
    audit: `${of.email}: ${of.way}${reason && `: ${reason}`}`,
    async apply(db) {
      const not = await does(db, { userId: user.id, by: context.operator, ...of.why, now: context.now() })
      // What was begun is undone with the transaction.
      if (not) throw refused(`${of.email} ${undone[not]}`)
      return { data: { email: of.email, act: of.way }, text: `${of.email} ${done}` }
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

export const ambassadorShares: Command = {
  name: 'ambassador-shares',
  summary: 'List what ambassadors have of the output, or set it for a level',
  word: '[LEVEL]',
  options: {
    direct: { type: 'string', value: 'PERCENT', hint: 'of what invitees mine, 0 to 50, for example 2.5' },
    second: { type: 'string', value: 'PERCENT', hint: 'of what their invitees mine' },
    from: { type: 'string', value: 'DAY', hint: 'first UTC day it applies to (default today)' },
  },
  async run(context, asked) {
    const { db, now } = context
    if (asked.word === undefined) {
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
    }
    return setShares(context, asked, Number(asked.word))
  },
}

function pointsIn(asked: Asked, name: string): number | undefined {
  const text = asked.decimal(name)
  if (text === undefined) return undefined
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(text) || Number(text) > 50)
    throw wrongUsage(`--${name} takes 0 to 50 percent with at most two decimals.`)
  return Math.round(Number(text) * 100)
}

async function setShares({ now }: CommandContext, asked: Asked, level: number): Promise<Change> {
  if (![1, 2, 3].includes(level)) throw wrongUsage('A level is 1, 2 or 3.')
  const parts = [pointsIn(asked, 'direct'), pointsIn(asked, 'second')]
  const wanted = parts.flatMap((points, index) => (points === undefined ? [] : [{ tier: index + 1, points }]))
  if (wanted.length === 0) throw wrongUsage('What shall it be? Give --direct PERCENT or --second PERCENT.')
  const from = asked.text('from') ?? dayAt(now())
  if (utcDayStart(from) === undefined) throw wrongUsage('--from is a UTC day, for example 2026-12-01.')
  const words = wanted.map(({ tier, points }) => `${points / 100} % of invite level ${tier}`).join(' and ')
  const mustNotBeOver = () => {
    if (from < dayAt(now())) throw refused(`${from} is over: a share holds for days that have not been settled.`)
  }
  mustNotBeOver()
  return {
    kind: 'change',
    question: `Give ambassadors of Lv.${level} ${words} from ${from} on?`,
    audit: `Lv.${level}: ${words} from ${from}`,
    async apply(db) {
      mustNotBeOver()
      for (const { tier, points } of wanted) {
        const fresh = { basis_points: points, set_at: new Date(now()) }
        await db
          .insertInto('ambassador_rates')
          .values({ level, tier, from_day: from, ...fresh })
          .onConflict((conflict) => conflict.columns(['level', 'tier', 'from_day']).doUpdateSet(fresh))
          .execute()
      }
      return { data: { level, from, shares: wanted }, text: `Lv.${level} has ${words} from ${from} on.` }
    },
  }
}
