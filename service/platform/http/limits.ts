import { sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { FAILURES_BEFORE_CAPTCHA } from '#lib/rules/accounts.ts'
import { BIND_TRIES_A_MINUTE } from '#lib/rules/devices.ts'
import type { Database } from '../db/open.ts'
import { TooManyRequestsError } from './refusal.ts'

/**
 * Budgets. Those that guard accounts and mail live in the database, so that they hold over all nodes and survive a
 * restart; the decrypt budget only protects this process and stays in its memory.
 */
const shared = {
  /** Per address: one code mail a minute is a rule of its own (`CODE_SENT_RECENTLY`). */
  mailHour: { points: 5, seconds: 3600 },
  mailDay: { points: 10, seconds: 86_400 },
  mailIp: { points: 20, seconds: 3600 },
  mailAll: { points: 1000, seconds: 3600 },
  loginAccount: { points: 5, seconds: 900 },
  loginAccountSlow: { points: 1, seconds: 60 },
  loginIp: { points: 30, seconds: 900 },
  captchaIp: { points: 30, seconds: 300 },
  /** The account's password, asked of who is signed in. */
  accountPassword: { points: 5, seconds: 900 },
  /** Codes of the authenticator app, by account and first factor. */
  factorUser: { points: 10, seconds: 900 },
  factorDay: { points: 50, seconds: 86_400 },
  /** All that is kept about somebody, in one answer. */
  exportUser: { points: 5, seconds: 3600 },
  failures: { points: FAILURES_BEFORE_CAPTCHA, seconds: 900 },
  failuresIp: { points: FAILURES_BEFORE_CAPTCHA, seconds: 900 },
  codeTriesIp: { points: 30, seconds: 900 },
  /** Each withdrawal and each change of a wallet is a mail. */
  moneyUser: { points: 30, seconds: 3600 },
  /** A follow-up counts as a report does. */
  reportUser: { points: 10, seconds: 3600 },
  /** Pictures that may be sent: three for each report. */
  pictureUser: { points: 30, seconds: 3600 },
  /** Orders take stock; a look asks the networks' nodes. */
  orderUser: { points: 60, seconds: 3600 },
  lookUser: { points: 30, seconds: 300 },
  /** Transactions that a payer names: each is asked for on every network until it is clear what it was. */
  nameUser: { points: 20, seconds: 86_400 },
  /** Accounts on other sites: each is asked there. */
  socialUser: { points: 30, seconds: 3600 },
  /** Rentals, what is done with them, and keys. */
  gpuUser: { points: 120, seconds: 3600 },
  /** Each reminder of an inviter is a mail to somebody else. */
  remindUser: { points: 20, seconds: 3600 },
  /** Ways of alerts that are set up; each test is a letter or a request to somebody else. */
  alertUser: { points: 60, seconds: 3600 },
  alertTestUser: { points: 10, seconds: 3600 },
  /** Addresses that are to be told of a package, each by one mail: of one visitor, and of all in a day. */
  tellIp: { points: 6, seconds: 3600 },
  tellAll: { points: 2000, seconds: 86_400 },
  /** Sign-ins of operators; codes are counted for who has the key, by a quarter of an hour and by day. */
  adminIp: { points: 20, seconds: 900 },
  adminCode: { points: 5, seconds: 900 },
  adminCodeDay: { points: 30, seconds: 86_400 },
  /** What asks every network, or reads all of the money. */
  adminLook: { points: 60, seconds: 3600 },
  bindIp: { points: BIND_TRIES_A_MINUTE, seconds: 60 },
} as const
const local = {
  openIp: { points: 100, seconds: 2 },
  visitIp: { points: 120, seconds: 60 },
  /** Requests at /operate. */
  adminVisitIp: { points: 240, seconds: 60 },
  readIp: { points: 60, seconds: 60 },
  agentDevice: { points: 20, seconds: 30 },
} as const

export type LimitName = keyof typeof shared | keyof typeof local

export interface Limits {
  /** Spends one point, or throws TooMany with the seconds to wait. */
  spend(name: LimitName, key: string): Promise<void>
  /** Spends one point and says whether the budget held. */
  count(name: LimitName, key: string): Promise<boolean>
  /** Whether the budget is used up, without spending. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>
  /** Gives back a point of a budget that is still running. */
  refund(name: LimitName, key: string): Promise<void>
  reset(name: LimitName, key: string): Promise<void>
}

type Limiter = RateLimiterPostgres | RateLimiterMemory

function createShared(pool: pg.Pool, factor: number): Limiter[] {
  const options = { storeClient: pool, tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false }
  return Object.entries(shared).map(
    ([keyPrefix, { points, seconds }]) =>
      new RateLimiterPostgres({ ...options, keyPrefix, points: points * factor, duration: seconds }, () => undefined),
  )
}

/** `factor` widens every budget; tests that are not about limits use it. */
export function createLimits(pool: pg.Pool, factor = 1): Limits {
  const stored = createShared(pool, factor)
  const limiters = new Map<string, Limiter>(Object.keys(shared).map((name, index) => [name, stored[index] as Limiter]))
  for (const [keyPrefix, { points, seconds }] of Object.entries(local))
    limiters.set(keyPrefix, new RateLimiterMemory({ keyPrefix, points: points * factor, duration: seconds }))
  const of = (name: LimitName) => limiters.get(name) as Limiter
  const consume = async (name: LimitName, key: string): Promise<RateLimiterRes | undefined> => {
    try {
      await of(name).consume(key)
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
      const state = await of(name).get(key)
      return state !== null && state.remainingPoints <= 0
    },
    async refund(name, key) {
      // Not the library's own reward, which would put a point into a budget that has run out or was forgotten meanwhile.
      await pool.query('update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > $2', [
        of(name).getKey(key),
        Date.now(),
      ])
    },
    reset: async (name, key) => void (await of(name).delete(key)),
  }
}

/** Deletes budgets that have run out by the machine's clock, as the limiter counts. */
export async function deleteExpiredLimits(db: Database): Promise<void> {
  await sql`delete from rate_limits where expire < ${Date.now()}`.execute(db)
}
