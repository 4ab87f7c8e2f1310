import type { CaptchaTable, EmailCodeTable, LocalMailTable, NonceTable, SessionTable, UserTable } from './accounts.ts'
import type { ChainCursorTable, ChainReceiptTable, DepositAddressTable } from './deposits.ts'
import type {
  BindCodeTable,
  DeviceEventTable,
  DeviceHourTable,
  DeviceTable,
  DeviceTotalTable,
  ProjectTable,
  ShareTable,
  WorkTable,
} from './devices.ts'
import type { EarningTable, RateTable, SettlementTable } from './earnings.ts'
import type { EntryTable, LedgerAccountTable, LedgerHeadTable, TransferTable } from './ledger.ts'
import type { UserMessageTable } from './messages.ts'
import type { BroadcastTable, NoticeMarkTable, NoticeReadTable, NoticeTable } from './notices.ts'
import type { AuditTable, ReleaseTable, VisitTable } from './platform.ts'
import type { PointRateTable, PointTable } from './points.ts'
import type { TaskEntryTable, TaskTable } from './tasks.ts'
import type {
  AlarmTable,
  NetworkFeeTable,
  PaymentGuardTable,
  PayoutLimitTable,
  PayoutSwitchTable,
  PayoutTable,
  SignedTransferTable,
  UntoldStepTable,
  WalletAddressTable,
  WalletTable,
  WithdrawalStepTable,
  WithdrawalTable,
} from './withdrawals.ts'

export interface Tables {
  users: UserTable
  sessions: SessionTable
  email_codes: EmailCodeTable
  captchas: CaptchaTable
  nonces: NonceTable
  local_mail: LocalMailTable
  devices: DeviceTable
  bind_codes: BindCodeTable
  works: WorkTable
  shares: ShareTable
  device_hours: DeviceHourTable
  device_totals: DeviceTotalTable
  device_events: DeviceEventTable
  projects: ProjectTable
  releases: ReleaseTable
  visits: VisitTable
  audit: AuditTable
  ledger_accounts: LedgerAccountTable
  transfers: TransferTable
  entries: EntryTable
  ledger_head: LedgerHeadTable
  rates: RateTable
  earnings: EarningTable
  settlements: SettlementTable
  payment_guards: PaymentGuardTable
  wallets: WalletTable
  wallet_addresses: WalletAddressTable
  network_fees: NetworkFeeTable
  withdrawals: WithdrawalTable
  withdrawal_steps: WithdrawalStepTable
  untold_steps: UntoldStepTable
  payouts: PayoutTable
  signed_transfers: SignedTransferTable
  payout_switch: PayoutSwitchTable
  payout_limits: PayoutLimitTable
  user_messages: UserMessageTable
  notices: NoticeTable
  notice_reads: NoticeReadTable
  notice_marks: NoticeMarkTable
  broadcasts: BroadcastTable
  alarms: AlarmTable
  deposit_addresses: DepositAddressTable
  chain_cursors: ChainCursorTable
  chain_receipts: ChainReceiptTable
  point_rates: PointRateTable
  points: PointTable
  tasks: TaskTable
  task_entries: TaskEntryTable
}
