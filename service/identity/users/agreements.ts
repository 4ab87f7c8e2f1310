import { sql } from 'kysely'
import type { Legal, LegalChange } from '#lib/contract/agreement.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { legalVersions, readVersions } from './legal-versions.ts'

const newest = (legal: Legal) =>
  sql`(select max(version) from legal_acceptances where user_id = users.id and legal = ${sql.lit(legal)})`

/** Columns of a query of users: the newest version that each has accepted; null for accounts that are older than the record. */
export const acceptedTerms = sql<string | null>`greatest(users.terms_version, ${newest('terms')})`
export const acceptedPrivacy = sql<string | null>`greatest(users.privacy_version, ${newest('privacy')})`

const acceptedVersions = (db: Database, userId: string) =>
  db
    .selectFrom('users')
    .select([acceptedTerms.as('terms'), acceptedPrivacy.as('privacy')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

async function changeOf(legal: Legal, accepted: string | null): Promise<LegalChange> {
  const [current, ...earlier] = await readVersions(legal)
  // Nobody knows from which version the text has changed for an account that is older than the record.
  const missed = accepted === null ? [] : earlier.filter(({ from }) => from > accepted)
  return { legal, version: current.from, versions: [current, ...missed] }
}

/** The legal texts of which a user has not accepted the version in force, with the changes since then. */
export async function findLegalChanges(db: Database, userId: string): Promise<LegalChange[]> {
  const [accepted, current] = await Promise.all([acceptedVersions(db, userId), legalVersions()])
  const newer = (['terms', 'privacy'] as const).filter((legal) => (accepted[legal] ?? '') < current[legal])
  return Promise.all(newer.map((legal) => changeOf(legal, accepted[legal])))
}

/** Records that a user has read a version of a legal text. Refuses with LEGAL_VERSION_UNKNOWN when there is no such version. */
export async function acceptVersion(
  db: Database,
  of: { userId: string; legal: Legal; version: string; now: number },
): Promise<void> {
  const { userId, legal, version, now } = of
  const versions = await readVersions(legal)
  if (!versions.some(({ from }) => from === version)) throw new RefusalError('LEGAL_VERSION_UNKNOWN')
  await db
    .insertInto('legal_acceptances')
    .values({ user_id: userId, legal, version, at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['user_id', 'legal', 'version']).doNothing())
    .execute()
}
