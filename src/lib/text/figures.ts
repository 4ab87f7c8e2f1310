import type { Locale } from '../i18n/locales.ts'
import * as accounts from '../rules/accounts.ts'
import * as ambassadors from '../rules/ambassadors.ts'
import * as calls from '../rules/calls.ts'
import * as devices from '../rules/devices.ts'
import * as earnings from '../rules/earnings.ts'
import { UNUSED_TO_SLOW } from '../rules/gpu.ts'
import { NETWORK_DAYS } from '../rules/invitations.ts'
import * as orders from '../rules/orders.ts'
import { PASSWORD_LENGTH } from '../rules/password.ts'
import * as payment from '../rules/payment-password.ts'
import { networkHints, tronFees } from '../rules/payments.ts'
import * as points from '../rules/points.ts'
import { LONGEST_RANGE_SECONDS } from '../rules/range.ts'
import { GIVEN_UP_WITHIN_SECONDS } from '../rules/restriction.ts'
import { CLOSING_GRACE_MS } from '../rules/sign-in.ts'
import { WALLET_NAME_LENGTH } from '../rules/wallets.ts'
import * as withdrawals from '../rules/withdrawals.ts'
import { formatCount } from './decimal.ts'

/** A figure of the rules as a reader sees it, in each language. */
type Figure = Readonly<Record<Locale, string>>

const same = (text: string): Figure => ({ en: text, zh: text })
const count = (value: number): Figure => same(formatCount(value))
const percent = (value: number): Figure => same(`${value}%`)
const amount = (value: string, coin: string): Figure => same(`${value} ${coin}`)

const units = [
  { seconds: 86_400, en: 'day', zh: '天', from: 2 * 86_400 },
  { seconds: 3600, en: 'hour', zh: '小时', from: 3600 },
  { seconds: 60, en: 'minute', zh: '分钟', from: 120 },
  { seconds: 1, en: 'second', zh: '秒', from: 0 },
]

/** In the largest unit without remainder; a single day is written as 24 hours, a single minute as 60 seconds. */
function duration(seconds: number): Figure {
  const unit = units.find((one) => seconds >= one.from && seconds % one.seconds === 0)
  if (!unit) throw new RangeError(`Not a duration in whole seconds: ${seconds}`)
  const value = seconds / unit.seconds
  return { en: `${value} ${unit.en}${value === 1 ? '' : 's'}`, zh: `${value} ${unit.zh}` }
}

const milliseconds = (value: number): Figure => duration(value / 1000)
const days = (value: number): Figure => duration(value * 86_400)

/** A time of day as `04:00`, from seconds after 00:00. */
function timeOfDay(seconds: number): Figure {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return same(`${two(seconds / 3600)}:${two((seconds % 3600) / 60)}`)
}

/** Every figure that a text may name, as `{{devices.codeLife}}`. Its value is a constant of src/lib/rules. */
export const figures = {
  'devices.codeLife': milliseconds(devices.BIND_CODE_MS),
  'devices.tries': count(devices.BIND_TRIES_A_MINUTE),
  'devices.report': duration(devices.REPORT_SECONDS),
  'devices.quietReport': duration(devices.QUIET_REPORT_SECONDS),
  'devices.offlineAfter': milliseconds(devices.OFFLINE_AFTER_MS),
  'devices.rateWindow': milliseconds(devices.RATE_WINDOW_MS),
  'devices.noWorkAfter': milliseconds(devices.NO_WORK_MS),
  'devices.hotFrom': same(`${devices.DEFAULT_HOT_CELSIUS} °C`),
  'devices.coolBy': same(`${devices.COOL_BY_CELSIUS} °C`),
  'devices.hotAfter': milliseconds(devices.HOT_ALERT_MS),
  'devices.turn': milliseconds(devices.TURN_MS),
  'devices.workLife': milliseconds(devices.WORK_LIFE_MS),
  'devices.log': days(devices.LOG_DAYS),
  'devices.most': count(devices.MAX_DEVICES),
  'accounts.resendAfter': duration(accounts.RESEND_SECONDS),
  'accounts.codeLife': milliseconds(accounts.MAIL_CODE_MS),
  'accounts.codeTries': count(accounts.MAIL_CODE_TRIES),
  'accounts.session': milliseconds(accounts.SESSION_MS),
  'accounts.sessionIdle': milliseconds(accounts.SESSION_IDLE_MS),
  'accounts.sessions': count(accounts.MAX_SESSIONS),
  'accounts.closing': milliseconds(CLOSING_GRACE_MS),
  'accounts.captchaAfter': count(accounts.FAILURES_BEFORE_CAPTCHA),
  'accounts.passwordLeast': count(PASSWORD_LENGTH.min),
  'accounts.passwordMost': count(PASSWORD_LENGTH.max),
  'earnings.settlementStarts': timeOfDay(earnings.SETTLEMENT_STARTS_SECONDS),
  'earnings.settlementShownBy': timeOfDay(earnings.SETTLEMENT_SHOWN_BY_SECONDS),
  'earnings.freeze': duration(earnings.EARNINGS_FREEZE_SECONDS),
  'earnings.longestRange': duration(LONGEST_RANGE_SECONDS),
  'withdrawals.aleo.small': amount(withdrawals.WITHDRAWAL_THRESHOLDS.ALEO.small, 'ALEO'),
  'withdrawals.aleo.normal': amount(withdrawals.WITHDRAWAL_THRESHOLDS.ALEO.normal, 'ALEO'),
  'withdrawals.smallEvery': duration(withdrawals.SMALL_WITHDRAWAL_EVERY_SECONDS),
  'withdrawals.creditedWithin': duration(withdrawals.WITHDRAWAL_CREDITED_WITHIN_SECONDS),
  'withdrawals.holdAfterAddress': milliseconds(withdrawals.HOLD_AFTER_ADDRESS_MS),
  'withdrawals.holdAfterCredentials': milliseconds(withdrawals.HOLD_AFTER_CREDENTIALS_MS),
  'wallets.nameLength': count(WALLET_NAME_LENGTH),
  'payment.digits': count(payment.PAYMENT_PASSWORD_DIGITS),
  'payment.failuresToLock': count(payment.PAYMENT_FAILURES_TO_LOCK),
  'payment.lock': duration(payment.PAYMENT_LOCK_SECONDS),
  'payment.failuresToReset': count(payment.PAYMENT_FAILURES_TO_RESET),
  'payment.failuresWindow': duration(payment.PAYMENT_FAILURES_WINDOW_SECONDS),
  'payments.feeTron': amount(tronFees.fee, 'USDT'),
  'payments.feeTronFirst': amount(tronFees.first, 'USDT'),
  'payments.feeEthereum': amount(networkHints.ETHEREUM.feeHint, 'USDT'),
  'payments.feeBsc': amount(networkHints.BSC.feeHint, 'USDT'),
  'payments.feePolygon': amount(networkHints.POLYGON.feeHint, 'USDT'),
  'payments.feeArbitrum': amount(networkHints.ARBITRUM.feeHint, 'USDT'),
  'orders.window': duration(orders.ORDER_WINDOW_SECONDS),
  'orders.mostUnpaid': count(orders.MAX_UNPAID_ORDERS),
  'orders.unpaidToSlow': count(orders.UNPAID_TO_SLOW),
  'orders.unpaidToStop': count(orders.UNPAID_TO_STOP),
  'orders.slowedPercent': percent(100 / orders.SLOWED_PART),
  'orders.givenUpWithin': duration(GIVEN_UP_WITHIN_SECONDS),
  'rentals.unusedToSlow': count(UNUSED_TO_SLOW),
  'invitations.networks': days(NETWORK_DAYS),
  'points.invitation': count(points.INVITATION_POINTS),
  'points.share': percent(points.INVITATION_SHARE_PERCENT),
  'points.activeWithin': days(points.ACTIVE_INVITEE_DAYS),
  'ambassadors.validDevice': duration(ambassadors.VALID_DEVICE_SECONDS),
  'ambassadors.friends': count(ambassadors.LEVEL_1_FRIENDS),
  'ambassadors.level2': count(ambassadors.LEVEL_2_DEVICES),
  'ambassadors.level3': count(ambassadors.LEVEL_3_DEVICES),
  'ambassadors.promotion': days(ambassadors.PROMOTION_DAYS),
  'ambassadors.tiers': count(ambassadors.TRACED_TIERS),
  'ambassadors.keepDevices': count(ambassadors.KEEP_NEW_DEVICES),
  'ambassadors.keepWithin': days(ambassadors.KEEP_DAYS),
  'ambassadors.demotion': days(ambassadors.DEMOTION_DAYS),
  'calls.timeout': milliseconds(calls.CALL_TIMEOUT_MS),
  'calls.clockTolerance': duration(calls.CLOCK_TOLERANCE_SECONDS),
  'calls.nonceLife': duration(calls.NONCE_SECONDS),
  'calls.body': same(`${calls.CALL_BODY_BYTES / 1024} KiB`),
  'calls.randomLength': count(calls.RANDOM_LENGTH),
} as const satisfies Readonly<Record<string, Figure>>

const placeholder = /\{\{(=?)([^}]*)\}\}/g

/**
 * Puts the figures into a Markdown text. `{{devices.codeLife}}` becomes "60 seconds"; `{{=Windows 10}}` becomes what
 * follows the sign, for digits that are a name and no figure of ours. Throws a RangeError that names what is unknown.
 */
export function fillFigures(text: string, locale: Locale): string {
  return text.replace(placeholder, (_, literal: string, name: string) => {
    if (literal) return name
    if (!Object.hasOwn(figures, name)) throw new RangeError(`there is no figure {{${name}}}`)
    return figures[name as keyof typeof figures][locale]
  })
}

const code = /^(```|~~~)[\s\S]*?^\1.*$|`[^`\n]*`/gm
const frontmatterOf = /^---\n[\s\S]*?\n---\n/
/** Fields without prose, with the lines of a list below them. */
const technical = /^(?:order|types|updated|translationOf|aliases):.*(?:\n[ \t]*- .*)*$/gm
const linkTarget = /\]\([^)]*\)/g
/** `1、` is a list to a Chinese writer, and is reported as such. */
const listNumber = /^\s*\d+(?:\. |、)|\[\^\d+\]/gm
/** Digits of their own: not those of a name such as SM2 or Lv.1. */
const figure = /(?<![A-Za-z\d]|[A-Za-z]\.|[\d][.,:])\d[^\s，。、；：（）)]*/g

/** Literal digits in a Markdown text, each with its line: they should be `figures` or `{{=…}}`. */
export function typedFigures(text: string): { line: number; digits: string }[] {
  const blank = (match: string) => match.replace(/[^\n]/g, ' ')
  const prose = text
    .replace(frontmatterOf, (head) => head.replace(technical, blank))
    .replace(code, blank)
    .replace(placeholder, blank)
    .replace(linkTarget, blank)
    .replace(listNumber, blank)
  return prose
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(figure)].map(([digits]) => ({ line: index + 1, digits })))
}
