import * as contract from '#lib/contract/balance.ts'
import { payFromTestWallet } from '#lib/contract/deposits.ts'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import { call } from '../core/calls/call.ts'
import { createIdempotentRequest } from '../core/calls/idempotent-request.ts'
import { $open, $overview, $recharge, recharges } from './store.ts'

const once = createIdempotentRequest<contract.Recharge>('recharge', { retentionMs: 600_000 })

/** Opens an address to pay to, and shows it. Pressed again after a lost answer, it gives the same one. */
export async function openRecharge(
  request: Omit<ParsedRequestOf<typeof contract.recharge>, 'requestId'>,
): Promise<void> {
  const made = await once(request, (requestId) => call(contract.recharge, { ...request, requestId }))
  $open.set(made._id)
  void recharges.reload()
}

/** Makes the service poll the network now, for the named transaction if there is one. */
export async function checkPayment(id: string, transactionId?: string): Promise<contract.Recharge> {
  const found = await call(contract.rechargeDetail, { id, look: true, ...(transactionId && { transactionId }) })
  await Promise.all([$recharge.reload(), recharges.reload(), $overview.reload()])
  return found
}

/** Pays an amount from the local network's wallet and makes the service poll for it. */
export async function payByTestWallet({ _id, deposit }: contract.Recharge, amount: string): Promise<void> {
  await call(payFromTestWallet, { address: deposit.address, amount })
  await checkPayment(_id)
}
