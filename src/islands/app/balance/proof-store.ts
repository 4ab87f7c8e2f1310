import { proofBranch } from '#lib/contract/proofs.ts'
import { call } from '../core/calls/call.ts'

/** Saves the user's leaves of the newest proof as a file. Returns the day of the proof. */
export async function saveProof(): Promise<string> {
  const file = await call(proofBranch, {})
  const [, day = ''] = /^day (\S+)$/m.exec(file.statement) ?? []
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: `proof-${day}.json` }).click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
  return day
}
