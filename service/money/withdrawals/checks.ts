import { sql } from 'kysely'
import { toUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { SMALL_WITHDRAWAL_EVERY_SECONDS, WITHDRAWAL_THRESHOLDS } from '#lib/rules/withdrawals.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'
import { earningKinds } from '../earnings/checks.ts'
import { ledgerEntries } from '../ledger/balances.ts'
import { movedBy } from '../ledger/moved-amounts.ts'

/** Kinds of transfers that move withdrawals. */
const withdrawalKinds = ['withdrawal', 'withdrawal-return', 'withdrawal-paid'] as const

/** Tolerated difference between the operator's clock and the service's on when a fee was set. */
const CLOCKS_APART = '5 minutes'

/** The thresholds of each coin in smallest units, as a table of SQL. */
const limits = sql`(values ${sql.join(
  withdrawableCoins.map((coin) => {
    const { small, normal } = WITHDRAWAL_THRESHOLDS[coin]
    return sql`(${coin}::text, ${String(toUnits(small, coin))}::numeric, ${String(toUnits(normal, coin))}::numeric)`
  }),
)}) as limits (coin, small_from, normal_from)`

/** Invariants between withdrawals, payouts and the ledger. */
export const withdrawalChecks: readonly Check[] = [
  queryCheck(
    'V12',
    'each withdrawal has the last status of its history, and one closing transfer if that is final',
    () => sql`
      select format('withdrawal %s: status %s, history %s, transfers %s', id, status, steps, acts)
      from (
        select w.id, w.status,
          (select array_agg(s.status order by s.step) from withdrawal_steps s where s.withdrawal_id = w.id) as steps,
          (select array_agg(split_part(t.operation, '/', 3) order by t.sequence)
             from transfers t where t.operation = any(array[
               format('withdraw/%s/request', w.id), format('withdraw/%s/return', w.id), format('withdraw/%s/paid', w.id)
             ])) as acts
        from withdrawals w
      ) as compared
      where not coalesce(case status
          when 'pending' then steps = '{pending}'
          when 'approved' then steps = '{pending,approved}'
          when 'refused' then steps in ('{pending,refused}', '{pending,approved,refused}')
          when 'credited' then steps = '{pending,approved,credited}'
          else steps = '{pending,cancelled}'
        end, false)
        or acts is distinct from (case
          when status in ('pending', 'approved') then array['request']
          when status = 'credited' then array['request', 'paid']
          else array['request', 'return'] end)`,
  ),
  queryCheck(
    'V12a',
    'each transfer of a withdrawal belongs to a withdrawal, and moves its amount',
    () => sql`
      select format('%s moves %s', operation, moved)
      from (
        select operation, split_part(operation, '/', 2) as id, owner, coin, abs(amount) as moved
        from ${ledgerEntries} as entry
        where transfer in ('withdrawal', 'withdrawal-return', 'withdrawal-paid') and kind = 'withdrawing'
      ) as m left join withdrawals w on w.id = m.id
      where w.id is null or w.user_id <> m.owner or w.coin <> m.coin or w.amount <> m.moved`,
  ),
  queryCheck(
    'V12b',
    'what left the platform is what users received, and what it kept are the fees',
    () => sql`
      select format('%s of %s: the ledger says %s, withdrawals %s', kind, coin, coalesce(a.amount, 0), coalesce(w.amount, 0))
      from (
        select * from ${movedBy(withdrawalKinds)} as moved where owner = 'platform' and amount <> 0
      ) as a
      full join (
        select kind, coin, sum(units) as amount
        from withdrawals cross join lateral (values ('paid_out', receive), ('fee', fee)) as part (kind, units)
        where status = 'credited' and units <> 0 group by 1, 2
      ) as w using (kind, coin)
      where a.amount is distinct from w.amount`,
  ),
  queryCheck(
    'V13',
    'the account withdrawing is the sum of the open withdrawals',
    () => sql`
      select format('%s/%s: the ledger says %s, withdrawals %s', owner, coin, coalesce(a.amount, 0), coalesce(w.amount, 0))
      from (select * from ${movedBy(withdrawalKinds)} as moved where kind = 'withdrawing' and amount <> 0) as a
      full join (
        select user_id as owner, coin, sum(amount) as amount from withdrawals where status in ('pending', 'approved') group by 1, 2
      ) as w using (owner, coin)
      where a.amount is distinct from w.amount`,
  ),
  queryCheck(
    'V13a',
    'only withdrawals move the account withdrawing',
    () => sql`
      select format('transfer %s (%s) moves %s %s', sequence, operation, amount, coin)
      from ${ledgerEntries} as entry where kind = 'withdrawing' and transfer <> all(${[...withdrawalKinds]}::text[])`,
  ),
  queryCheck(
    'V14',
    'a withdrawal is credited exactly when its payout is confirmed, and has no payout when it was returned',
    () => sql`
      select format('withdrawal %s: status %s, payout %s', w.id, w.status, coalesce(p.transaction_id, 'open'))
      from withdrawals w left join payouts p on p.withdrawal_id = w.id
      where (w.status = 'credited') <> (p.confirmed_at is not null)
        or (w.status in ('cancelled', 'pending', 'refused') and p.withdrawal_id is not null)
        or p.amount <> w.receive or p.coin <> w.coin`,
  ),
  queryCheck(
    'V14a',
    'a signed transfer is open while its payout is, paid when that is confirmed, and has none when it paid nothing',
    () => sql`
      select format('withdrawal %s: transfer %s is %s, its payout %s', coalesce(s.withdrawal_id, p.withdrawal_id),
        coalesce(s.transaction_id, p.transaction_id), coalesce(s.outcome, 'open'),
        case when p.withdrawal_id is null then 'none' when p.confirmed_at is null then 'open' else 'confirmed' end)
      from signed_transfers s
      full join (select * from payouts where adapter = 'signed') as p
        on p.withdrawal_id = s.withdrawal_id and p.transaction_id = s.transaction_id
      where not coalesce(case
          when s.transaction_id is null then false
          when s.outcome is null then p.confirmed_at is null and p.withdrawal_id is not null
          when s.outcome = 'paid' then p.confirmed_at is not null
          else p.withdrawal_id is null end, false)
      union all
      select format('withdrawal %s was paid by hand with %s, which was signed', p.withdrawal_id, p.transaction_id)
      from payouts p join signed_transfers s on lower(s.transaction_id) = lower(p.transaction_id)
      where p.adapter = 'manual'`,
  ),
  queryCheck(
    'V15',
    'the received amount is the amount less the fee at the request',
    () => sql`
      select format('withdrawal %s: %s less %s is %s', w.id, w.amount, w.fee, w.receive)
      from withdrawals w
      where w.amount <> w.fee + w.receive or w.receive <= 0
        or not exists (
          select from network_fees f where f.id = w.fee_id and f.coin = w.coin and f.chain = w.chain and f.fee = w.fee)
        or exists (
          select from network_fees f where f.id > w.fee_id and f.coin = w.coin and f.chain = w.chain
            and f.set_at < w.requested_at - ${CLOCKS_APART}::interval)`,
  ),
  queryCheck(
    'V16',
    'no withdrawal is below the minimum, and no two small ones of a coin are within 30 days',
    () => sql`
      select format('withdrawal %s of %s %s', id, amount, coin)
      from (
        select w.*, small_from, normal_from,
          requested_at - lag(requested_at) over (partition by user_id, w.coin, small, status in ('pending', 'approved', 'credited')
                                                 order by requested_at, id) as since
        from withdrawals w join ${limits} on limits.coin = w.coin
      ) as compared
      where amount < small_from or small <> (amount <= normal_from)
        or (small and status in ('pending', 'approved', 'credited') and since < ${`${SMALL_WITHDRAWAL_EVERY_SECONDS} seconds`}::interval)`,
  ),
  queryCheck(
    'V17',
    'each withdrawal goes to an address of its user, and none was approved while it was held',
    () => sql`
      select format('withdrawal %s to %s', w.id, w.address)
      from withdrawals w
      left join withdrawal_steps approved on approved.withdrawal_id = w.id and approved.status = 'approved'
      where not exists (
          select from wallets join wallet_addresses a on a.wallet_id = wallets.id
          where wallets.id = w.wallet_id and wallets.user_id = w.user_id and wallets.coin = w.coin
            and wallets.chain = w.chain and a.address = w.address and a.held_until = w.address_held_until)
        or approved.at < w.address_held_until or approved.at < w.credentials_held_until`,
  ),
  queryCheck(
    'V20',
    'the earnings of a user are withdrawn or held',
    () => sql`
      select format('%s/%s: earned %s, held %s, withdrawn %s', owner, coin,
        coalesce(earned, 0), coalesce(held, 0), coalesce(paid, 0))
      from (select user_id as owner, coin, sum(amount) as earned from earnings group by 1, 2) as e
      full join (
        select owner, coin, sum(amount) as held from ${movedBy([...earningKinds, ...withdrawalKinds])} as moved
        where owner <> 'platform' group by 1, 2
      ) as h using (owner, coin)
      full join (
        select user_id as owner, coin, sum(amount) as paid from withdrawals where status = 'credited' group by 1, 2
      ) as p using (owner, coin)
      where coalesce(earned, 0) <> coalesce(held, 0) + coalesce(paid, 0)`,
  ),
]
