import * as v from 'valibot'
import { paymentNetworks } from '#lib/rules/payments.ts'
import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import type { Taker } from './taker.ts'
import { LOOK_QUEUE, lookAt } from './watching.ts'

const Look = v.object({ network: v.picklist(paymentNetworks) })

export const depositQueues = (ctx: Context, takers: readonly Taker[]): Queue[] => [
  {
    name: LOOK_QUEUE,
    role: 'chain',
    run: async (data) => void (await lookAt(ctx, v.parse(Look, data).network, takers)),
  },
]
