import * as v from 'valibot'
import { paymentNetworks } from '#lib/rules/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import type { PaymentHandler } from './payment-handler.ts'
import { POLL_QUEUE, pollNetwork } from './watch-networks.ts'

const PollJob = v.object({ network: v.picklist(paymentNetworks) })

export const depositQueues = (ctx: Context, handlers: readonly PaymentHandler[]): Queue[] => [
  {
    name: POLL_QUEUE,
    role: 'chain',
    run: async (data) => void (await pollNetwork(ctx, v.parse(PollJob, data).network, handlers)),
  },
]
