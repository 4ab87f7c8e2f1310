import type { Offer, Rental } from '#lib/contract/gpu.ts'
import { Status, type Tone } from '#ui/status.tsx'
import { m } from './texts.ts'

const offers = {
  free: ['success', 'on'],
  rented: ['info', 'half'],
  offline: ['muted', 'off'],
  paused: ['muted', 'off'],
  lacking: ['warning', 'off'],
  unready: ['warning', 'off'],
} as const satisfies Record<Offer['state'], readonly [Tone, 'on' | 'half' | 'off']>

export function OfferStatus({ offer: { state, isSimulated } }: { offer: Pick<Offer, 'state' | 'isSimulated'> }) {
  const [tone, mark] = isSimulated ? (['warning', 'off'] as const) : offers[state]
  return (
    <Status tone={tone} mark={mark}>
      {m(isSimulated ? 'states.simulated' : `states.${state}`)}
    </Status>
  )
}

const rentals = {
  starting: ['info', 'half'],
  running: ['success', 'on'],
  stopping: ['warning', 'half'],
  ended: ['muted', 'off'],
  failed: ['error', 'off'],
} as const satisfies Record<Rental['state'], readonly [Tone, 'on' | 'half' | 'off']>

export function RentalStatus({ rental: { state, paused } }: { rental: Rental }) {
  const [tone, mark] = paused === null ? rentals[state] : (['warning', 'half'] as const)
  return (
    <Status tone={tone} mark={mark}>
      {m(paused === null ? `rental.${state}` : `pauses.${paused.cause}`)}
    </Status>
  )
}
