import { type FollowedTransfer, followTransfers } from '#service/money/withdrawals/follow-transfers.ts'
import type { CommandContext, View } from '#service/platform/operator/act.ts'
import { exitCodes } from '#service/platform/operator/errors.ts'

const stateTexts: Readonly<Record<FollowedTransfer['state'], string>> = {
  paid: 'paid and credited',
  waiting: 'taken, waits for blocks',
  sent: 'sent',
  refused: 'not taken',
  held: 'not sent',
  reverted: 'REVERTED',
  replaced: 'REPLACED',
  expired: 'EXPIRED',
  another: 'OTHER THAN SIGNED',
  unclear: 'UNCLEAR',
}

/** Runs now what the service runs each minute. */
export async function followPayouts({ db, config, now }: CommandContext): Promise<View> {
  const followed = await followTransfers({ db, config, now: now() })
  const isUnclear = followed.some(({ state }) => state === 'unclear')
  return {
    kind: 'view',
    audit: `followed: ${followed.map(({ withdrawalId, state }) => `${withdrawalId} ${state}`).join(', ') || 'none'}`,
    data: followed,
    table: {
      columns: [{ title: 'Withdrawal' }, { title: 'State' }, { title: 'Transaction' }, { title: 'Why' }],
      rows: followed.map((one) => [one.withdrawalId, stateTexts[one.state], one.transactionId, one.why]),
      empty: 'No signed transfer is under way.',
    },
    exitCode: isUnclear ? exitCodes.unreachable : exitCodes.done,
  }
}
