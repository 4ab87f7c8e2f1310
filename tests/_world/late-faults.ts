/**
 * Loaded before the service (`--import`): makes work fail that nobody awaits. `LATE_FAULTS` names the fault of each call in
 * order (`later` waits for a message); SIGUSR2 is an error outside of any request.
 */
import pg from 'pg'

const faults = (process.env.LATE_FAULTS ?? '').split(',')
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown

function fail(name: string): never {
  throw new Error(`late fault: ${name}`)
}

let isTriggered = false
process.once('message', () => {
  isTriggered = true
})
/** In the request that has called it, which a handler of messages is not. */
function failOnceTriggered(): void {
  if (isTriggered) fail('later')
  setTimeout(failOnceTriggered, 5)
}

pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const text = typeof args[0] === 'object' ? (args[0] as { text?: string } | null)?.text : args[0]
  // Every call takes its nonce, once.
  const fault = String(text).includes('insert into nonces') ? faults.shift() : undefined
  if (fault === 'later') failOnceTriggered()
  if (fault === 'rejected') void Promise.reject(new Error('late fault: rejected'))
  if (fault !== 'hanging') return query.apply(this, args)
  setImmediate(() => fail(fault))
  // Its connection is released at the end, or the service could not close its pool.
  return new Promise((_, reject) => setTimeout(reject, 500, new Error('the query was given up')))
} as never

process.on('SIGUSR2', () => fail('outside'))
