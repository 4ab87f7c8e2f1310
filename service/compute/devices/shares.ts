import { sql } from 'kysely'
import type { Share } from '#lib/contract/agent.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { isShare } from '#service/platform/share-proof.ts'

export interface AcceptedShare {
  nonce: string
  work: KnownWork
}

export interface EvaluatedShares {
  accepted: AcceptedShare[]
  refused: { nonce: string; reason: 'REPEATED' | 'LATE' | 'FOREIGN' | 'WRONG' }[]
}

/** Work of a device, with those of the reported nonces that were accepted for it before. */
export interface KnownWork {
  id: string
  project: string
  challenge: string
  difficulty: bigint
  issuedAt: number
  expiresAt: number
  taken: ReadonlySet<string>
}

/** Whether a nonce proves a share of this difficulty. */
export type Proof = typeof isShare

/** Accepts shares that belong to known work, are in time, are new and prove their difficulty; refuses the others with a reason. */
export function evaluateShares(
  shares: readonly Share[],
  by: { works: ReadonlyMap<string, KnownWork>; now: number; proof: Proof },
): EvaluatedShares {
  const evaluated: EvaluatedShares = { accepted: [], refused: [] }
  const before = new Set<string>()
  for (const { workId, nonce } of shares) {
    const work = by.works.get(workId)
    const key = `${workId}:${nonce}`
    const reason = refusalOf(nonce, work, { ...by, isTaken: before.has(key) })
    if (reason || !work) evaluated.refused.push({ nonce, reason: reason ?? 'FOREIGN' })
    else {
      evaluated.accepted.push({ nonce, work })
      before.add(key)
    }
  }
  return evaluated
}

function refusalOf(nonce: string, work: KnownWork | undefined, by: { now: number; proof: Proof; isTaken: boolean }) {
  if (!work) return 'FOREIGN'
  if (work.expiresAt < by.now) return 'LATE'
  if (by.isTaken || work.taken.has(nonce)) return 'REPEATED'
  if (!by.proof(work.challenge, nonce, work.difficulty)) return 'WRONG'
  return undefined
}

/** Works of a device that the shares name, by id. */
export async function worksOf(
  db: Database,
  deviceId: string,
  shares: readonly Share[],
): Promise<Map<string, KnownWork>> {
  if (shares.length === 0) return new Map()
  const nonces = shares.map((share) => share.nonce)
  const rows = await db
    .selectFrom('works')
    .select([
      'id',
      'project',
      'challenge',
      'difficulty',
      'issued_at',
      'expires_at',
      sql<string[]>`array(select nonce from shares where work_id = works.id and nonce = any(${nonces}))`.as('taken'),
    ])
    .where('device_id', '=', deviceId)
    .where((expression) =>
      expression('id', '=', expression.fn.any(expression.val(shares.map((share) => share.workId)))),
    )
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        project: row.project,
        challenge: row.challenge,
        difficulty: BigInt(row.difficulty),
        issuedAt: row.issued_at.getTime(),
        expiresAt: row.expires_at.getTime(),
        taken: new Set(row.taken),
      },
    ]),
  )
}
