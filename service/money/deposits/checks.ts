import { sql } from 'kysely'
import { type Check, queryCheck } from '#service/platform/db/check.ts'
import { ofPlatform } from '../ledger/accounts.ts'
import { ledgerEntries } from '../ledger/balances.ts'
import { movedInto } from '../ledger/moved-amounts.ts'

const DAY_MS = 86_400_000

/** Kinds of transfers that book and allocate deposits. */
const depositKinds = ['deposit', 'order-payment', 'recharge'] as const

/** Invariants between receipts, addresses and the ledger. */
export const depositChecks: readonly Check[] = [
  queryCheck(
    'V11',
    'each final receipt of USDT is booked once with its amount, and nothing else is',
    () => sql`
      select format('%s: the receipt says %s, the ledger %s', operation, coalesce(r.amount, 0), coalesce(t.amount, 0))
      from (
        select format('deposit/%s/%s/%s', network, transaction_id, log_index) as operation, amount
        from chain_receipts where state = 'confirmed' and kind = 'usdt' and amount > 0
      ) as r
      full join (
        select operation, amount from ${ledgerEntries} as entry where transfer = 'deposit' and kind = 'suspense'
      ) as t using (operation)
      where r.amount is distinct from t.amount`,
  ),
  queryCheck(
    'V11a',
    'the allocation of a deposit is in the ledger, and is at most its final amount',
    () => sql`
      select format('deposit %s: %s taken, %s credited of %s; the ledger says %s and %s', number, taken, credited, arrived,
        booked_taken, booked_credited)
      from (
        select d.*, coalesce(r.arrived, 0) as arrived,
          coalesce(b.to_orders, 0) as booked_taken, coalesce(b.to_balance, 0) as booked_credited
        from deposit_addresses d
        left join (
          select deposit, sum(amount) as arrived from chain_receipts where state = 'confirmed' group by 1
        ) as r on r.deposit = d.number
        full join (
          select split_part(operation, '/', 2)::integer as deposit,
            sum(amount) filter (where kind = 'orders') as to_orders,
            sum(amount) filter (where kind = 'balance') as to_balance,
            max(owner) filter (where kind = 'balance') as owner
          from ${ledgerEntries} as entry where transfer in ('order-payment', 'recharge') group by 1
        ) as b on b.deposit = d.number and coalesce(b.owner, d.user_id) = d.user_id
      ) as compared
      where number is null or taken + credited > arrived or taken <> booked_taken or credited <> booked_credited`,
  ),
  queryCheck(
    'V11b',
    'everything that arrived is in orders, balances or suspense',
    () => sql`
      select format('%s holds %s and should hold %s', kind, held, due)
      from (
        select 'suspense' as kind, ${movedInto(ofPlatform('USDT', 'suspense'), depositKinds)} as held,
          coalesce((select sum(amount) from chain_receipts where state = 'confirmed'), 0)
            - coalesce((select sum(taken + credited) from deposit_addresses), 0) as due
      ) as compared
      where held <> due`,
  ),
  queryCheck(
    'V11c',
    'at most the amount that arrived at an address was swept from it',
    () => sql`
      select format('deposit %s on %s: %s swept of %s', deposit, network, moved, coalesce(arrived, 0))
      from (select deposit, network, sum(value) as moved from sweeps where outcome is null or outcome = 'moved' group by 1, 2) s
      left join (
        select coalesce(address_of, number) as deposit, r.network, sum(value) as arrived
        from chain_receipts r join deposit_addresses on number = r.deposit
        where state = 'confirmed' and kind = 'usdt' group by 1, 2
      ) r using (deposit, network)
      where moved > coalesce(arrived, 0)`,
  ),
  queryCheck(
    'V11e',
    'no deposit address has differed from its known balance for more than a day',
    (now) => sql`
      select format('deposit %s on %s holds %s and should hold %s since %s', deposit, network, held, expected + accepted, differs_since)
      from deposit_reconciliations where differs_since < ${new Date(now - DAY_MS)}`,
  ),
  queryCheck(
    'V11d',
    'each refund of a deposit has left the balance of its user, and nothing else has',
    () => sql`
      select format('refund %s: %s of it left, the ledger says %s', coalesce(r.id, t.id), coalesce(due, 0), coalesce(booked, 0))
      from (
        select id, user_id, case when outcome = 'not-sent' then 0 else amount end as due from refunds
      ) r
      full join (
        select split_part(operation, '/', 2) as id, owner, -sum(amount) as booked
        from ${ledgerEntries} as entry where transfer = 'deposit-refund' and kind = 'balance' group by 1, 2
      ) t on t.id = r.id and t.owner = r.user_id
      where coalesce(due, 0) <> coalesce(booked, 0) or r.id is null`,
  ),
]
