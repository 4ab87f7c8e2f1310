import type { Command } from '#service/programs/operate/command.ts'
import { approve, refuse } from '#service/programs/operate/deciding.ts'
import { fees } from '#service/programs/operate/fees.ts'
import { pay } from '#service/programs/operate/paying.ts'
import { payouts } from '#service/programs/operate/payouts.ts'
import { withdrawals } from '#service/programs/operate/withdrawals.ts'

export const commands: readonly Command[] = [withdrawals, approve, refuse, pay, fees, payouts]
