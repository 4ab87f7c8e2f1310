import type { Command } from '../../operate/command.ts'
import { approve, refuse } from '../../operate/deciding.ts'
import { fees } from '../../operate/fees.ts'
import { pay } from '../../operate/paying.ts'
import { payouts } from '../../operate/payouts.ts'
import { withdrawals } from '../../operate/withdrawals.ts'

export const commands: readonly Command[] = [withdrawals, approve, refuse, pay, fees, payouts]
