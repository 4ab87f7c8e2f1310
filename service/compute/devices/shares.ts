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

/** A device whose shares name works. */
interface SharesOf {
  readonly deviceId: string
  readonly shares: readonly Share[]
}

/** Works of devices that their shares name, by device and id. */
export async function worksOf(
  db: Database,
  devices: readonly SharesOf[],
): Promise<Map<string, ReadonlyMap<string, KnownWork>>> {
  const named = devices.flatMap(({ deviceId, shares }) => {
    const byWork = Map.groupBy(shares, ({ workId }) => workId)
    return [...byWork].map(([workId, of]) => ({
      device_id: deviceId,
      work_id: workId,
      nonces: of.map(({ nonce }) => nonce),
    }))
  })
  if (named.length === 0) return new Map()
  const { rows } = await sql<WorkRow>`
    select works.id, works.device_id, project, challenge, difficulty, issued_at, expires_at,
      array(select nonce from shares where work_id = works.id and nonce = any(named.nonces)) as taken
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (device_id text, work_id text, nonces text[])
    cross join lateral (select id, device_id, project, challenge, difficulty, issued_at, expires_at from works
      where id = named.work_id and device_id = named.device_id offset 0) as works`.execute(db)
  const byDevice = Map.groupBy(rows, ({ device_id: deviceId }) => deviceId)
  return new Map([...byDevice].map(([deviceId, of]) => [deviceId, new Map(of.map((row) => [row.id, toKnown(row)]))]))
}

interface WorkRow {
  id: string
  device_id: string
  project: string
  challenge: string
  difficulty: string
  issued_at: Date
  expires_at: Date
  taken: string[]
}

const toKnown = (row: WorkRow): KnownWork => ({
  id: row.id,
  project: row.project,
  challenge: row.challenge,
  difficulty: BigInt(row.difficulty),
  issuedAt: row.issued_at.getTime(),
  expiresAt: row.expires_at.getTime(),
  taken: new Set(row.taken),
})
