/** Cloud orders (specification 4 and 9, decisions 6 and 12). */

/** An unpaid order is kept this long from its `orderTime`. */
export const ORDER_WINDOW_SECONDS = 30 * 60
/** Unpaid orders of one user at once. */
export const MOST_UNPAID_ORDERS = 10
