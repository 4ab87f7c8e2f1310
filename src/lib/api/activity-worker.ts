/**
 * Reports to the service which public page was opened: the path and nothing else (ADR-129). A page starts this worker
 * when it is idle after its load, its path behind the script's address; it seals one request, sends it, and ends. Failures are silent.
 * With `?yes` or `?no` behind the path it sends the answer to “Was this page helpful?”, and posts whether it was counted.
 */
import { MAX_PATH, officialActive } from '../contract/activity.ts'
import { votePage } from '../contract/page-votes.ts'
import { createTicketMaker } from '../crypto/curve.ts'
import { seal } from '../crypto/seal.ts'
import { createSignature } from '../crypto/signature.ts'

const base = import.meta.env.PUBLIC_API_BASE || '/api'

async function publicKey(): Promise<string> {
  if (import.meta.env.PUBLIC_SM2_KEY) return import.meta.env.PUBLIC_SM2_KEY
  const answer = (await (await fetch(`${base}/public-key`)).json()) as { publicKey: string }
  return answer.publicKey
}

async function send(address: string, request: object): Promise<Response> {
  const makeTicket = createTicketMaker(await publicKey())
  const salt = import.meta.env.PUBLIC_SIGN_SALT || 'idleforge'
  const versionNo = import.meta.env.PUBLIC_VERSION || 'dev'
  const payload = { ...request, ...createSignature({ now: Date.now(), versionNo, salt }) }
  const message = new TextEncoder().encode(JSON.stringify(payload))
  let q: string | undefined
  while (q === undefined) q = seal(makeTicket(), message)
  const headers = { 'content-type': 'application/json' }
  return fetch(base + address, { method: 'POST', headers, body: JSON.stringify({ q }), keepalive: true })
}

/** True if the service has counted the answer. */
async function vote(path: string, answer: string): Promise<boolean> {
  const reply = await send(votePage.path, { path, isHelpful: answer === 'yes' })
  return ((await reply.json()) as { code: unknown }).code === 0
}

const [path = '', answer] = self.location.hash.slice(1).split('?')
const work =
  import.meta.env.PUBLIC_REPOSITORY_URL && answer
    ? vote(path, answer)
        .catch(() => false)
        .then((isCounted) => self.postMessage(isCounted))
    : send(officialActive.path, { path: path.slice(0, MAX_PATH) })
        // Read to its end: closing would abort the rest of the reply, and its connection.
        .then((reply) => reply.text())
        .catch(() => undefined)
work.finally(() => self.close())
