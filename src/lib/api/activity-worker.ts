/**
 * Reports to the service which public page was opened: the path and nothing else (ADR-129). A page starts this worker
 * when it is idle after its load, its path behind the script's address; it seals one request, sends it, and ends. Failures are silent.
 */
import { MAX_PATH, officialActive } from '../contract/activity.ts'
import { createTicketMaker } from '../crypto/curve.ts'
import { seal } from '../crypto/seal.ts'
import { createSignature } from '../crypto/signature.ts'

const base = import.meta.env.PUBLIC_API_BASE || '/api'

async function publicKey(): Promise<string> {
  if (import.meta.env.PUBLIC_SM2_KEY) return import.meta.env.PUBLIC_SM2_KEY
  const answer = (await (await fetch(`${base}/public-key`)).json()) as { publicKey: string }
  return answer.publicKey
}

async function report(path: string): Promise<void> {
  const makeTicket = createTicketMaker(await publicKey())
  const salt = import.meta.env.PUBLIC_SIGN_SALT || 'idleforge'
  const versionNo = import.meta.env.PUBLIC_VERSION || 'dev'
  const payload = { path, ...createSignature({ now: Date.now(), versionNo, salt }) }
  const message = new TextEncoder().encode(JSON.stringify(payload))
  let q: string | undefined
  while (q === undefined) q = seal(makeTicket(), message)
  const headers = { 'content-type': 'application/json' }
  await fetch(base + officialActive.path, { method: 'POST', headers, body: JSON.stringify({ q }), keepalive: true })
}

report(self.location.hash.slice(1, 1 + MAX_PATH))
  .catch(() => undefined)
  .finally(() => self.close())
