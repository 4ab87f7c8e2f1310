import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { addCheckpoint, nightScope } from '#service/money/ledger/checkpoints.ts'
import { post, type Transfer } from '#service/money/ledger/post.ts'
import { ledgerChecks, verifyMoney } from '#service/money/ledger/verify.ts'
import type { Database } from '#service/platform/db/open.ts'
import { addAccount } from '../ground/accounts.ts'
import type { Comparison } from './compare.ts'

const BATCH = 1_000
/** Transfers since the last checkpoint. */
const NEW = 2_000
const secret = 'a secret of this benchmark'

let written = 0
async function pay(db: Database, userId: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= BATCH) {
    const transfers = Array.from({ length: Math.min(BATCH, left) }, (): Transfer => {
      written += 1
      const entries = [
        { account: ofPlatform('USDT', 'deposits'), amount: -1n },
        { account: balanceAccount(userId), amount: 1n },
      ]
      return { operation: `bench/${written}`, kind: 'bench', entries }
    })
    await db.transaction().execute((tx) => post(tx, transfers, Date.now()))
  }
}

/** The night's checks of a ledger of so many transfers, which was verified and signed but for the last ones. */
export async function compareNights(db: Database, transfers: number): Promise<Comparison[]> {
  const { id: userId } = await addAccount(db, { name: `payer${transfers}`, devices: 0, difficulty: 4096 })
  await pay(db, userId, transfers - written - NEW)
  const now = Date.now()
  await addCheckpoint(db, { secret, upTo: BigInt(written), now })
  await pay(db, userId, NEW)
  const right = async (found: ReturnType<typeof verifyMoney>) => {
    const { breaches } = await found
    if (breaches.length > 0) throw new Error(JSON.stringify(breaches))
  }
  return [
    {
      name: 'the ledger in a night',
      before: () => right(verifyMoney(db, ledgerChecks, now)),
      after: () => right(verifyMoney(db, ledgerChecks, now, nightScope(secret, now))),
      maxMs: 60_000,
    },
  ]
}
