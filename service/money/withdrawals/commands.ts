import { approve, refuse } from '#service/money/withdrawals/operator/decide.ts'
import { fees } from '#service/money/withdrawals/operator/fees.ts'
import { pay } from '#service/money/withdrawals/operator/pay.ts'
import { payouts } from '#service/money/withdrawals/operator/payouts.ts'
import { withdrawals } from '#service/money/withdrawals/operator/withdrawals.ts'
import type { Command } from '#service/platform/operator/act.ts'

export const commands: readonly Command[] = [withdrawals, approve, refuse, pay, fees, payouts]
