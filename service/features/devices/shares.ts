import type { Share } from '#lib/contract/agent.ts'
import type { Database } from '../../db/open.ts'
import { isShare } from './proof.ts'

export interface Judged {
  accepted: { project: string; difficulty: bigint }[]
  refused: { nonce: string; reason: 'REPEATED' | 'LATE' | 'FOREIGN' | 'WRONG' }[]
}

interface KnownWork {
  id: string
  project: string
  challenge: string
  difficulty: bigint
  expiresAt: number
}

/** Whether a nonce is the proof that a share of this difficulty asks for. */
export type Proof = typeof isShare

export type Judge = (db: Database, of: { deviceId: string; shares: readonly Share[]; now: number }) => Promise<Judged>

/** Checks each share once: ours, in time, really found, and not seen before. What passes is kept in the same breath. */
export const judgeShares: Judge = (db, of) => judgeBy(isShare, db, of)

export async function judgeBy(proof: Proof, ...[db, of]: Parameters<Judge>): Promise<Judged> {
  const works = await worksOf(db, of.deviceId, of.shares)
  const judged: Judged = { accepted: [], refused: [] }
  const proven: { share: Share; work: KnownWork }[] = []
  for (const share of of.shares) {
    const work = works.get(share.workId)
    const reason = refusalOf(share, work, { now: of.now, proof })
    if (reason || !work) judged.refused.push({ nonce: share.nonce, reason: reason ?? 'FOREIGN' })
    else proven.push({ share, work })
  }
  const fresh = await keep(db, of, proven)
  for (const { share, work } of proven) {
    // Deleting as we go refuses the second of two equal shares in one report.
    if (fresh.delete(keyOf(share))) judged.accepted.push(work)
    else judged.refused.push({ nonce: share.nonce, reason: 'REPEATED' })
  }
  return judged
}

const keyOf = (share: Share): string => `${share.workId}:${share.nonce}`

function refusalOf(share: Share, work: KnownWork | undefined, { now, proof }: { now: number; proof: Proof }) {
  if (!work) return 'FOREIGN'
  if (work.expiresAt < now) return 'LATE'
  if (!proof(work.challenge, share.nonce, work.difficulty)) return 'WRONG'
  return undefined
}

async function worksOf(db: Database, deviceId: string, shares: readonly Share[]): Promise<Map<string, KnownWork>> {
  if (shares.length === 0) return new Map()
  const rows = await db
    .selectFrom('works')
    .select(['id', 'project', 'challenge', 'difficulty', 'expires_at'])
    .where('device_id', '=', deviceId)
    .where('id', 'in', [...new Set(shares.map((share) => share.workId))])
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        project: row.project,
        challenge: row.challenge,
        difficulty: BigInt(row.difficulty),
        expiresAt: row.expires_at.getTime(),
      },
    ]),
  )
}

async function keep(
  db: Database,
  of: { deviceId: string; now: number },
  proven: readonly { share: Share; work: KnownWork }[],
): Promise<Set<string>> {
  if (proven.length === 0) return new Set()
  const unique = new Map(proven.map((one) => [keyOf(one.share), one]))
  const rows = await db
    .insertInto('shares')
    .values(
      [...unique.values()].map(({ share, work }) => ({
        work_id: share.workId,
        nonce: share.nonce,
        device_id: of.deviceId,
        difficulty: work.difficulty,
        accepted_at: new Date(of.now),
      })),
    )
    .onConflict((conflict) => conflict.columns(['work_id', 'nonce']).doNothing())
    .returning(['work_id', 'nonce'])
    .execute()
  return new Set(rows.map((row) => `${row.work_id}:${row.nonce}`))
}
