import { sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { FAILURES_BEFORE_CAPTCHA } from '#lib/rules/accounts.ts'
import { BIND_TRIES_A_MINUTE } from '#lib/rules/devices.ts'
import type { Database } from '../db/open.ts'
import { sourcesOf } from './client-address.ts'
import { TooManyRequestsError } from './refusal.ts'

/**
 * Rate limits. Those that guard accounts and mail are in the database, so that they hold over all nodes and survive a restart.
 * Those under `local` only protect this process and stay in its memory. The key of those that end in `Ip` is an address; it
 * is counted by its source. Totals over all sources end in `All`: one that is used up leaves each source a small budget of its own.
 */
const shared = {
  /** Per address. One code mail a minute is a separate rule (`CODE_SENT_RECENTLY`). */
  mailHour: { points: 5, seconds: 3600 },
  mailDay: { points: 10, seconds: 86_400 },
  mailIp: { points: 20, seconds: 3600 },
  mailAll: { points: 1000, seconds: 3600 },
  mailStrainedIp: { points: 3, seconds: 3600 },
  loginAccount: { points: 5, seconds: 900 },
  loginAccountSlow: { points: 1, seconds: 60 },
  loginIp: { points: 30, seconds: 900 },
  captchaIp: { points: 30, seconds: 300 },
  /** The account's password, in step-up authentication. */
  accountPassword: { points: 5, seconds: 900 },
  /** Codes of the authenticator app, per account and first factor. */
  factorUser: { points: 10, seconds: 900 },
  factorDay: { points: 50, seconds: 86_400 },
  /** Exports of all data of a user. */
  exportUser: { points: 5, seconds: 3600 },
  failures: { points: FAILURES_BEFORE_CAPTCHA, seconds: 900 },
  failuresIp: { points: FAILURES_BEFORE_CAPTCHA, seconds: 900 },
  codeTriesIp: { points: 30, seconds: 900 },
  /** Proofs of a task: each is a request to another site. */
  taskUser: { points: 30, seconds: 900 },
  /** Each withdrawal and each change of a wallet sends a mail. */
  moneyUser: { points: 30, seconds: 3600 },
  /** A follow-up counts as a report. */
  reportUser: { points: 10, seconds: 3600 },
  /** Uploads of pictures: three for each report. */
  pictureUser: { points: 30, seconds: 3600 },
  /** Orders reserve stock; a poll queries the nodes of the networks. */
  orderUser: { points: 60, seconds: 3600 },
  lookUser: { points: 30, seconds: 300 },
  /** Transaction ids that payers submit: each is looked up on every network until it is clear what it was. */
  nameUser: { points: 20, seconds: 86_400 },
  /** Accounts on other sites: each check is a request there. */
  socialUser: { points: 30, seconds: 3600 },
  /** Rentals, actions on them, and SSH keys. */
  gpuUser: { points: 120, seconds: 3600 },
  /** Each reminder that an inviter sends is a mail to somebody else. */
  remindUser: { points: 20, seconds: 3600 },
  /** Setups of alert channels; each test is a letter or a request to somebody else. */
  alertUser: { points: 60, seconds: 3600 },
  alertTestUser: { points: 10, seconds: 3600 },
  /** Addresses that ask for one mail about a package release: per visitor, and in total per day. */
  tellIp: { points: 6, seconds: 3600 },
  tellAll: { points: 2000, seconds: 86_400 },
  tellStrainedIp: { points: 1, seconds: 86_400 },
  /** Sign-ins of operators. Codes are counted per key, by a quarter of an hour and by day. */
  adminIp: { points: 20, seconds: 900 },
  adminCode: { points: 5, seconds: 900 },
  adminCodeDay: { points: 30, seconds: 86_400 },
  /** Acts that query every network or read all of the money. */
  adminLook: { points: 60, seconds: 3600 },
  bindIp: { points: BIND_TRIES_A_MINUTE, seconds: 60 },
} as const
const local = {
  openIp: { points: 100, seconds: 2 },
  visitIp: { points: 120, seconds: 60 },
  /** Answers about pages. In memory, since no address is kept of them. */
  voteIp: { points: 30, seconds: 3600 },
  /** Requests at /operate. */
  adminVisitIp: { points: 240, seconds: 60 },
  readIp: { points: 60, seconds: 60 },
  agentDevice: { points: 20, seconds: 30 },
  /** Reads earnings of a device for its window. */
  todayDevice: { points: 10, seconds: 60 },
} as const

export type LimitName = keyof typeof shared | keyof typeof local

export interface Limits {
  /** Spends one point, or throws TooManyRequestsError with the seconds to wait. */
  spend(name: LimitName, key: string): Promise<void>
  /** Spends one point; false when the budget is exceeded. */
  count(name: LimitName, key: string): Promise<boolean>
  /** Whether the budget is used up. Spends nothing. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>
  /** Refunds a point of a budget whose window is still running. */
  refund(name: LimitName, key: string): Promise<void>
  reset(name: LimitName, key: string): Promise<void>
}

type Limiter = RateLimiterPostgres | RateLimiterMemory

/** Budgets of the /56 of an IPv6 address, for one of a /64: a home may spread its tries over four of its /64. */
const WIDE_FACTOR = 4
const wideName = (name: string) => `${name}56`
const isOfAddress = (name: string) => name.endsWith('Ip')

interface Budget {
  points: number
  seconds: number
}

/** Every budget by its name; those of addresses twice, for the network around the source too. */
function withWide(budgets: Readonly<Record<string, Budget>>): [string, Budget][] {
  return Object.entries(budgets).flatMap(([name, { points, seconds }]): [string, Budget][] => {
    const own: [string, Budget] = [name, { points, seconds }]
    return isOfAddress(name) ? [own, [wideName(name), { points: points * WIDE_FACTOR, seconds }]] : [own]
  })
}

/** `factor` multiplies every budget, for tests that are not about limits. */
export function createLimits(pool: pg.Pool, factor = 1): Limits {
  const limiters = new Map<string, Limiter>()
  const options = { storeClient: pool, tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false }
  for (const [keyPrefix, { points, seconds }] of withWide(shared))
    limiters.set(
      keyPrefix,
      new RateLimiterPostgres({ ...options, keyPrefix, points: points * factor, duration: seconds }, () => undefined),
    )
  for (const [keyPrefix, { points, seconds }] of withWide(local))
    limiters.set(keyPrefix, new RateLimiterMemory({ keyPrefix, points: points * factor, duration: seconds }))

  /** The budgets that a key spends: a source that has used up its own does not touch that of the network around it. */
  function budgetsOf(name: LimitName, key: string): { limiter: Limiter; key: string }[] {
    const keys = isOfAddress(name) ? sourcesOf(key) : [key]
    return keys.map((one, index) => ({
      limiter: limiters.get(index === 0 ? name : wideName(name)) as Limiter,
      key: one,
    }))
  }
  async function consume(name: LimitName, key: string): Promise<RateLimiterRes | undefined> {
    try {
      for (const budget of budgetsOf(name, key)) await budget.limiter.consume(budget.key)
      return undefined
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }
  return {
    async spend(name, key) {
      const refused = await consume(name, key)
      if (refused) throw new TooManyRequestsError(refused.msBeforeNext / 1000)
    },
    count: async (name, key) => (await consume(name, key)) === undefined,
    async isUsedUp(name, key) {
      const states = await Promise.all(budgetsOf(name, key).map((budget) => budget.limiter.get(budget.key)))
      return states.some((state) => state !== null && state.remainingPoints <= 0)
    },
    async refund(name, key) {
      // The library's own `reward` would add a point to a budget that has expired or was reset meanwhile.
      await pool.query(
        'update rate_limits set points = points - 1 where key = any($1) and points > 0 and expire > $2',
        [budgetsOf(name, key).map((budget) => budget.limiter.getKey(budget.key)), Date.now()],
      )
    },
    async reset(name, key) {
      for (const budget of budgetsOf(name, key)) await budget.limiter.delete(budget.key)
    },
  }
}

/** Deletes budgets that have run out by the machine's clock, as the limiter counts. */
export async function deleteExpiredLimits(db: Database): Promise<void> {
  await sql`delete from rate_limits where expire < ${Date.now()}`.execute(db)
}
