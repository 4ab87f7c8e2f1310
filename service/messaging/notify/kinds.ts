import type { AlertEvent } from '#lib/rules/alerts.ts'
import type { LetterKind } from '../mail/letter-values.ts'
import { BROADCAST } from './operator-texts.ts'

/** Placeholder for an order's screen, which depends on its product line. */
export const ORDER_SCREEN = 'order'

export interface KindInfo {
  /** Its row in the grid of alerts; without one it stays in the inbox. */
  readonly event?: AlertEvent
  /** The path of its screen, with `{{name}}` for values of the message, or `ORDER_SCREEN`. */
  readonly href?: string
}

const screens = {
  account: '/user/account',
  devices: '/user/overview-main/machine',
  invitation: '/user/invitation',
  ownMachines: '/user/gpu/my-machines',
  recharge: '/user/balance/recharge',
  rentals: '/user/gpu/my-gpu',
} as const

const offline = { event: 'offline', href: screens.devices } as const
const idle = { event: 'idle', href: screens.devices } as const
const hot = { event: 'hot', href: screens.devices } as const
const withdrawal = { event: 'withdrawal', href: '/user/earnings/withdrawals' } as const
const order = { event: 'order', href: ORDER_SCREEN } as const
const deposit = { event: 'deposit', href: screens.recharge } as const
const rental = { event: 'rental', href: screens.rentals } as const
const ownMachine = { event: 'rental', href: screens.ownMachines } as const
const security = { event: 'security', href: screens.account } as const
const wallet = { event: 'security', href: '/user/wallets' } as const
const ambassador = { event: 'ambassador', href: screens.invitation } as const
const invitation = { event: 'invitation', href: screens.invitation } as const
const task = { event: 'task', href: '/user/user-points' } as const
const report = { event: 'report', href: '/messages?report={{report}}' } as const

/** The kinds of messages, by the key of their text. Other letters are mailed only. */
const kinds = {
  deviceOffline: offline,
  devicesOffline: offline,
  deviceBack: offline,
  devicesBack: offline,
  deviceIdle: idle,
  devicesIdle: idle,
  deviceReplaced: { href: screens.devices },
  deviceHot: hot,
  devicesHot: hot,
  withdrawalRequested: withdrawal,
  withdrawalHeld: withdrawal,
  withdrawalApproved: withdrawal,
  withdrawalRefused: withdrawal,
  withdrawalCredited: withdrawal,
  withdrawalCancelled: withdrawal,
  orderPaid: order,
  orderPaidByBalance: order,
  orderExpired: order,
  orderCredited: order,
  orderTakenBack: order,
  orderRefunded: order,
  depositElsewhere: deposit,
  depositOtherToken: deposit,
  depositRefunded: deposit,
  rechargeCredited: deposit,
  balanceLow: { event: 'lowBalance', href: screens.recharge },
  rentalStarted: rental,
  rentalLow: rental,
  rentalStopped: rental,
  rentalEnded: rental,
  rentalLost: rental,
  rentalFailed: rental,
  rentalImageFailed: rental,
  rentalOperator: rental,
  rentalRefunded: rental,
  gpuFree: { event: 'rental', href: '/user/gpu/gpu-list' },
  rentalShare: ownMachine,
  machineApproved: ownMachine,
  machineRefused: ownMachine,
  machineFailed: ownMachine,
  newBrowser: { event: 'signIn', href: screens.account },
  passwordChanged: security,
  paymentPasswordSet: security,
  paymentPasswordChanged: security,
  walletAdded: wallet,
  walletChanged: wallet,
  settled: { event: 'settlement', href: '/user/earnings/pc-earnings' },
  ambassadorApproved: ambassador,
  ambassadorPromoted: ambassador,
  ambassadorDemoted: ambassador,
  ambassadorLapsed: ambassador,
  ambassadorRevoked: ambassador,
  ambassadorRefused: ambassador,
  invitationPaid: invitation,
  invitationHeld: invitation,
  invitationRefused: invitation,
  invitationReversed: invitation,
  taskAccepted: task,
  taskRefused: task,
  reportReplied: report,
  reportClosed: report,
  alertsStopped: { event: 'security', href: '/user/alerts' },
  alertTest: { href: '/user/alerts' },
} as const satisfies Partial<Record<LetterKind, KindInfo>>
export type MessageKind = keyof typeof kinds

const infos: ReadonlyMap<string, KindInfo> = new Map<string, KindInfo>([
  ...Object.entries(kinds),
  [BROADCAST, { event: 'announcement' }],
])

/** The declaration of a kind of message; empty for an unknown one. */
export const kindInfo = (kind: string): KindInfo => infos.get(kind) ?? {}
