import { useStood } from '../calls/loaded.tsx'
import { RecentEarnings } from '../earnings/recent.tsx'
import { $recent as $earned } from '../earnings/recent-store.ts'
import { RecentWithdrawals } from '../withdrawals/recent.tsx'
import { $recent as $withdrawn } from '../withdrawals/recent-store.ts'

/** What came in and what went out last; drawn once both are known, so that neither moves the other. */
export function Recent() {
  const [hasEarned, hasWithdrawn] = [useStood($earned), useStood($withdrawn)]
  if (!hasEarned || !hasWithdrawn) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-2 gap-4 items-start">
      <RecentEarnings />
      <RecentWithdrawals />
    </div>
  )
}
