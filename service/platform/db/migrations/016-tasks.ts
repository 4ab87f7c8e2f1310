import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tasks (
      number bigint generated always as identity unique,
      id text primary key,
      kind text not null check (kind in ('bind-device', 'mine-day', 'invite', 'payment-password', 'email', 'follow-x',
        'join-discord', 'custom')),
      period text not null check (period in ('once', 'day')),
      title text not null,
      title_zh text not null,
      text text not null,
      text_zh text not null,
      points numeric(60, 0) not null check (points > 0),
      link text,
      valid_until timestamptz,
      created_at timestamptz not null,
      closed_at timestamptz
    )`.execute(db)
  // The tasks that a user has started: one row per task, and per UTC day for daily ones. No row means: not verified yet.
  await sql`
    create table task_entries (
      user_id text not null references users (id),
      task_id text not null references tasks (id),
      period text not null,
      status text not null check (status in ('pending', 'failed', 'verified')),
      tries integer not null,
      asked_at timestamptz not null,
      next_try_at timestamptz not null,
      lang text not null check (lang in ('en', 'zh')),
      proof text,
      failure jsonb,
      points numeric(60, 0),
      verified_at timestamptz,
      reviewed_by text,
      untold boolean not null default false,
      primary key (user_id, task_id, period),
      check ((status = 'verified') = (verified_at is not null and points is not null)),
      check ((status = 'failed') = (failure is not null))
    )`.execute(db)
  await sql`create index task_reviews on task_entries (asked_at) where status = 'pending'`.execute(db)
  await sql`create index untold_tasks on task_entries (asked_at) where untold`.execute(db)
  await sql`alter table email_codes drop constraint email_codes_purpose_check`.execute(db)
  await sql`
    alter table email_codes add constraint email_codes_purpose_check
    check (purpose in ('register', 'reset', 'login', 'payment', 'task'))`.execute(db)
  await addFirstTasks(db)
}

/** The initial tasks. An operator may change and close them. */
async function addFirstTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into tasks (id, kind, period, points, title, title_zh, text, text_zh, created_at)
    values
      ('bind-device', 'bind-device', 'once', 100, 'Bind your first device', '绑定首台设备',
       'Install the miner on a PC and bind it with a code.', '在电脑上安装挖矿程序，并用代码绑定。', 'epoch'),
      ('mine-day', 'mine-day', 'day', 200, 'Keep one PC online for 4 hours today', '今日让一台电脑在线 4 小时',
       'One device has to mine for more than 4 hours between 00:00 and 24:00 UTC.',
       '同一台设备须在 UTC 00:00 至 24:00 之间挖矿超过 4 小时。', 'epoch'),
      ('payment-password', 'payment-password', 'once', 50, 'Set a payment password', '设置支付密码',
       'It protects your wallets and withdrawals.', '它保护您的钱包与提现。', 'epoch'),
      ('email', 'email', 'once', 50, 'Check that our letters reach you', '确认能收到我们的邮件',
       'We mail you a code. Alerts about your account go to the same mailbox.',
       '我们会向您发送一个验证码。账户提醒也会发到同一邮箱。', 'epoch'),
      ('invite', 'invite', 'once', 200, 'Invite a friend who mines', '邀请一位挖矿的好友',
       'Counts as soon as your first invitation has brought its points, on top of those.',
       '首次邀请的积分到账后即算完成，并在其之外另计。', 'epoch'),
      ('follow-x', 'follow-x', 'once', 100, 'Follow us on X', '在 X 上关注我们',
       'Connect your X account, then verify.', '先连接您的 X 账户，再进行验证。', 'epoch'),
      ('join-discord', 'join-discord', 'once', 100, 'Join us on Discord', '加入我们的 Discord 社区',
       'Connect your Discord account, then verify.', '先连接您的 Discord 账户，再进行验证。', 'epoch')`.execute(db)
}
