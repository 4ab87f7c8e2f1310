/**
 * The service with a clock that its parent sets: `{ goTo: milliseconds }` over the IPC channel. It is here and not in the
 * service, so that no start of the product knows of it.
 */

import { allQueues } from '#service/features.ts'
import { startWatching } from '#service/money/deposits/watch-networks.ts'
import { paymentHandlers } from '#service/payment-handlers.ts'
import { readConfig } from '#service/platform/config.ts'
import { startService } from '#service/start.ts'

const config = readConfig(process.env)
if (config.production) throw new Error('no clock is ever set in production')
let ahead = 0
const running = await startService(config, { clock: { now: () => Date.now() + ahead } })
// With a set clock the service does not watch the networks.
const watch = running.ctx.payments && startWatching(running.ctx, paymentHandlers)

process.on('message', async ({ goTo }: { goTo: number }) => {
  ahead = goTo - Date.now()
  // Runs the jobs of the time that was skipped; the queue itself uses the machine's clock.
  for (const { cron, run } of allQueues(running.ctx)) if (cron) await run(undefined)
  process.send?.({ gone: goTo })
})
process.once('SIGTERM', async () => {
  await watch?.stop()
  await running.close()
  process.exit(0)
})
process.send?.({
  up: running.address,
  mailbox: running.mailboxAddress,
  chain: running.ctx.payments?.testChain?.settings.node.url,
})
