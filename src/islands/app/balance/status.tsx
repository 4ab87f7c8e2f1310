import type { Recharge } from '#lib/contract/balance.ts'
import { Status } from '#ui/status.tsx'
import { m } from './texts.ts'

const looks = {
  waiting: { tone: 'info', mark: 'half' },
  confirming: { tone: 'success', mark: 'half' },
  credited: { tone: 'success', mark: 'on' },
  idle: { tone: 'muted', mark: 'off' },
} as const

export function RechargeStatus({ state }: { state: Recharge['state'] }) {
  return <Status {...looks[state]}>{m(`status.${state}`)}</Status>
}
