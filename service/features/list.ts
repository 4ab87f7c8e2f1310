import { accounts } from './accounts/feature.ts'
import { activity } from './activity/feature.ts'
import { alerts } from './alerts/feature.ts'
import { ambassadors } from './ambassadors/feature.ts'
import { balance } from './balance/feature.ts'
import { currencies } from './currencies/feature.ts'
import { deposits } from './deposits/feature.ts'
import { devices } from './devices/feature.ts'
import { earnings } from './earnings/feature.ts'
import type { Feature } from './feature.ts'
import { feedback } from './feedback/feature.ts'
import { google } from './google/feature.ts'
import { gpu } from './gpu/feature.ts'
import { invitations } from './invitations/feature.ts'
import { live } from './live/feature.ts'
import { market } from './market/feature.ts'
import { messages } from './messages/feature.ts'
import { notices } from './notices/feature.ts'
import { orders } from './orders/feature.ts'
import { output } from './output/feature.ts'
import { ownAccount } from './own-account/feature.ts'
import { passkeys } from './passkeys/feature.ts'
import { paymentPassword } from './payment-password/feature.ts'
import { points } from './points/feature.ts'
import { secondFactor } from './second-factor/feature.ts'
import { security } from './security/feature.ts'
import { social } from './social/feature.ts'
import { status } from './status/feature.ts'
import { tasks } from './tasks/feature.ts'
import { versions } from './versions/feature.ts'
import { wallets } from './wallets/feature.ts'
import { withdrawals } from './withdrawals/feature.ts'

/** Every feature of the service, in the order in which the operator's help and the checks of money name them. */
export const features: readonly Feature[] = [
  versions,
  accounts,
  security,
  secondFactor,
  passkeys,
  google,
  social,
  ownAccount,
  devices,
  activity,
  earnings,
  currencies,
  paymentPassword,
  wallets,
  withdrawals,
  market,
  orders,
  output,
  deposits,
  balance,
  gpu,
  messages,
  notices,
  feedback,
  alerts,
  live,
  points,
  tasks,
  invitations,
  ambassadors,
  status,
]
