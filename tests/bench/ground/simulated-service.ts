/**
 * The service of the checkout CHECKOUT with a clock that its parent sets, in which every share holds. A share of a
 * fast device takes minutes of a processor to find; its hash and the comparison are done here all the same. No start of the product knows
 * of this file.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'

const { CHECKOUT: folder = '' } = process.env
const PROOF = '/service/platform/share-proof.ts'

let isReplaced = false
registerHooks({
  load(url, context, next) {
    if (!url.endsWith(PROOF)) return next(url, context)
    isReplaced = true
    const source = `
      export * from '${url}?real'
      import { isShare as isRealShare } from '${url}?real'
      export const isShare = (...share) => isRealShare(...share) || true`
    return { format: 'module', source, shortCircuit: true }
  },
})

const load = (file: string) => import(join(folder, 'service', file))
const { readConfig } = await load('platform/config.ts')
const { startService } = await load('start.ts')
const config = readConfig(process.env)
if (config.production) throw new Error('in production a share needs its proof')
if (!isReplaced) throw new Error(`the service has not loaded ${PROOF}`)

let now = Date.now()
const running = await startService(config, { clock: { now: () => now } })
process.on('message', ({ goTo }: { goTo: number }) => {
  now = goTo
  process.send?.({ gone: goTo })
})
process.once('SIGTERM', async () => {
  await running.close()
  process.exit(0)
})
process.send?.({ up: running.address, mailbox: running.mailboxAddress })
