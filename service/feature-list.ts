import { devices } from './compute/devices/feature.ts'
import { versions } from './compute/versions/feature.ts'
import { accounts } from './identity/accounts/feature.ts'
import { google } from './identity/google/feature.ts'
import { ownAccount } from './identity/own-account/feature.ts'
import { passkeys } from './identity/passkeys/feature.ts'
import { paymentPassword } from './identity/payment-password/feature.ts'
import { secondFactor } from './identity/second-factor/feature.ts'
import { security } from './identity/security/feature.ts'
import { social } from './identity/social/feature.ts'
import { orders } from './market/orders/feature.ts'
import { output } from './market/output/feature.ts'
import { market } from './market/plans/feature.ts'
import { alerts } from './messaging/alerts/feature.ts'
import { feedback } from './messaging/feedback/feature.ts'
import { messages } from './messaging/messages/feature.ts'
import { notices } from './messaging/notices/feature.ts'
import { balance } from './money/balance/feature.ts'
import { currencies } from './money/currencies/feature.ts'
import { deposits } from './money/deposits/feature.ts'
import { earnings } from './money/earnings/feature.ts'
import { proofs } from './money/proofs/feature.ts'
import { wallets } from './money/wallets/feature.ts'
import { withdrawals } from './money/withdrawals/feature.ts'
import type { Feature } from './platform/feature.ts'
import { live } from './platform/live/feature.ts'
import { gpu } from './rental/feature.ts'
import { ambassadors } from './rewards/ambassadors/feature.ts'
import { invitations } from './rewards/invitations/feature.ts'
import { points } from './rewards/points/feature.ts'
import { tasks } from './rewards/tasks/feature.ts'
import { activity } from './site/activity/feature.ts'
import { status } from './site/status/feature.ts'
import { votes } from './site/votes/feature.ts'

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
  proofs,
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
  votes,
]
