import type { AccountTables } from './accounts.ts'
import type { AlertTables } from './alerts.ts'
import type { AmbassadorTables } from './ambassadors.ts'
import type { BalanceTables } from './balance.ts'
import type { ClosingTables } from './closing.ts'
import type { CurrencyTables } from './currencies.ts'
import type { DepositTables } from './deposits.ts'
import type { DeviceTables } from './devices.ts'
import type { EarningTables } from './earnings.ts'
import type { FeedbackTables } from './feedback.ts'
import type { GpuTables } from './gpu.ts'
import type { IdentityTables } from './identities.ts'
import type { InvitationTables } from './invitations.ts'
import type { LedgerTables } from './ledger.ts'
import type { MarketTables } from './market.ts'
import type { MessageTables } from './messages.ts'
import type { NoticeTables } from './notices.ts'
import type { OperatorTables } from './operators.ts'
import type { PasskeyTables } from './passkeys.ts'
import type { PaymentPasswordTables } from './payment-password.ts'
import type { PlatformTables } from './platform.ts'
import type { PointTables } from './points.ts'
import type { SignInTables } from './sign-in.ts'
import type { TaskTables } from './tasks.ts'
import type { WalletTables } from './wallets.ts'
import type { WithdrawalTables } from './withdrawals.ts'

/** Every table of the database, from one file a feature. */
export interface Tables
  extends AccountTables,
    AlertTables,
    AmbassadorTables,
    BalanceTables,
    ClosingTables,
    CurrencyTables,
    DepositTables,
    DeviceTables,
    EarningTables,
    FeedbackTables,
    GpuTables,
    IdentityTables,
    InvitationTables,
    LedgerTables,
    MarketTables,
    MessageTables,
    NoticeTables,
    OperatorTables,
    PasskeyTables,
    PaymentPasswordTables,
    PlatformTables,
    PointTables,
    SignInTables,
    TaskTables,
    WalletTables,
    WithdrawalTables {}
