/**
 * The values in the sentences of refusals (public/locales/en/refusals.json), compared by a test. Reasons that are not listed
 * take none.
 */
export const refusalValues = {
  CODE_SENT_RECENTLY: ['resendAfter'],
  TOO_MANY_DEVICES: ['most'],
  PAYMENT_PASSWORD_WRONG: ['triesLeft'],
  PAYMENT_PASSWORD_LOCKED: ['minutes'],
  ADDRESS_CONTRACT: ['currencyCode'],
  WALLET_EXISTS: ['addressName'],
  TOO_MANY_PORTS: ['most'],
  TOO_MANY_TEMPLATES: ['most'],
  TOO_MANY_TERMINALS: ['most'],
  IMAGE_REGISTRY: ['registries'],
  TEMPLATE_SECRET_MISSING: ['name'],
  TEMPLATE_NEEDS_DISK: ['most'],
  TOO_MANY_WALLETS: ['most'],
  BELOW_MINIMUM: ['currencyCode', 'minimum'],
  SMALL_ONE_USED: ['currencyCode', 'normal', 'time'],
  OVER_BALANCE: ['available', 'currencyCode'],
  FEE_CHANGED: ['currencyCode', 'fee'],
  ALERT_NOT_DELIVERED: ['why'],
  TASK_TOO_SOON: ['seconds'],
  STOCK_SHORT: ['count'],
  PRICE_CHANGED: ['amount'],
  TOO_MANY_UNPAID: ['most'],
  ONE_UNPAID_AT_A_TIME: ['time'],
  REMINDER_TOO_SOON: ['time'],
  ORDERS_LEFT_UNPAID: ['count', 'time'],
  UNPAID_UNITS_LIMITED: ['most', 'time'],
  ONE_RENTAL_AT_A_TIME: ['time'],
  GPU_RELEASED_UNUSED: ['time'],
  TOO_FEW_FRIENDS: ['friends', 'needed'],
  AMOUNT_OUT_OF_RANGE: ['least', 'most'],
  RECHARGES_WAITING: ['most'],
  BALANCE_SHORT: ['amount', 'balance'],
  GPU_PRICE_CHANGED: ['price'],
  GPU_TOO_LONG: ['most'],
  GPU_TOO_SHORT: ['least'],
  TOO_MANY_OFFERED: ['most'],
  KEY_KNOWN: ['name'],
  TOO_MANY_KEYS: ['most'],
  TOO_MANY_RENTALS: ['most'],
  TOO_MANY_WAITS: ['most'],
  FACTOR_CODE_USED: ['seconds'],
  TOO_MANY_PASSKEYS: ['most'],
  SOCIAL_NOT_SET_UP: ['site'],
  SOCIAL_UNAVAILABLE: ['site'],
  SOCIAL_BUSY: ['seconds', 'site'],
  SOCIAL_STATE_UNKNOWN: ['site'],
  SOCIAL_CODE_USED: ['site'],
  SOCIAL_ANSWER_WRONG: ['site'],
  SOCIAL_TAKEN: ['site'],
  SOCIAL_SET: ['label', 'site'],
  SOCIAL_NOT_LINKED: ['site'],
} as const satisfies Record<string, readonly string[]>

type ReasonWithValues = keyof typeof refusalValues

/**
 * The data of a refusal: the values of its sentence, and more that the client reads. For a union of reasons, the values of all
 * of them.
 */
export type RefusalData<Reason extends string> = [Reason & ReasonWithValues] extends [never]
  ? [data?: Record<string, unknown>, code?: number]
  : [
      data: Record<(typeof refusalValues)[Reason & ReasonWithValues][number], unknown> & Record<string, unknown>,
      code?: number,
    ]
