import { account } from './account/feature.ts'
import { alerts } from './alerts/feature.ts'
import { balance } from './balance/feature.ts'
import { devices } from './devices/feature.ts'
import { earnings } from './earnings/feature.ts'
import { gpu } from './gpu/feature.ts'
import { invitations } from './invitations/feature.ts'
import { market } from './market/feature.ts'
import { messages } from './messages/feature.ts'
import { overview } from './overview/feature.ts'
import { points } from './points/feature.ts'
import { versions } from './versions/feature.ts'
import { wallets } from './wallets/feature.ts'
import { withdrawals } from './withdrawals/feature.ts'
import { year } from './year/feature.ts'

/** Every feature of the app, in the order of its rows in a navigation group. */
export const features = [
  overview,
  year,
  earnings,
  withdrawals,
  devices,
  versions,
  market,
  gpu,
  wallets,
  balance,
  points,
  invitations,
  messages,
  alerts,
  account,
] as const
