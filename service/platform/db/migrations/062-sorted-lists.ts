import { createIndexes, type Indexes } from '../build-indexes.ts'

/** An index for each column that users sort their lists by. */
export const indexes: Indexes = {
  withdrawals_by_amount: 'withdrawals (user_id, coin, amount, id)',
  withdrawals_by_status: 'withdrawals (user_id, status, requested_at, id)',
  orders_by_time: 'orders (user_id, type, ordered_at desc, id)',
  orders_by_units: 'orders (user_id, type, quantity, id)',
  orders_by_amount: 'orders (user_id, type, amount, id)',
  orders_by_status: 'orders (user_id, type, status, ordered_at, id)',
  recharges_by_amount: 'recharges (user_id, amount, id)',
  balance_movements_by_amount: 'balance_movements (account_id, amount, number)',
  earnings_by_amount: 'earnings (user_id, coin, amount, id)',
  points_by_amount: 'points (user_id, amount, number)',
  ambassador_profits_by_amount: 'ambassador_profits (user_id, coin, amount, day, tier)',
}

export const up = createIndexes(indexes)
