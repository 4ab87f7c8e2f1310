import { atom } from 'nanostores'
import { call } from '#lib/api/browser.ts'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/second-factor.ts'
import type { Errors } from './errors.ts'
import type { LateT } from './late.ts'
import { $secondStep, enterSession } from './store.ts'

/** When another code can be requested, in Unix milliseconds of this device's clock. */
export const $lostResendAt = atom(0)

const countDown = (seconds: number): void => $lostResendAt.set(Date.now() + seconds * 1000)

/** Field errors; an expired ticket returns to the first step with its message. */
function explain(error: unknown, field: string, t: LateT): Errors {
  if (!(error instanceof RefusedError)) return { '': t('offline') }
  return { [error.reason === 'TICKET_GONE' ? '' : field]: error.message }
}

export async function passSecondFactor(ticket: string, factorCode: string, t: LateT): Promise<Errors | undefined> {
  try {
    enterSession(await call(contract.passSecondFactor, { ticket, factorCode }))
    return undefined
  } catch (error) {
    return explain(error, 'factorCode', t)
  }
}

export async function mailLostFactorCode(ticket: string, t: LateT): Promise<Errors> {
  try {
    countDown((await call(contract.lostFactorCode, { ticket })).resendAfter)
    return {}
  } catch (error) {
    if (error instanceof RefusedError && typeof error.data.resendAfter === 'number') countDown(error.data.resendAfter)
    return explain(error, 'verifyCode', t)
  }
}

/** Returns when it will be turned off, in Unix seconds, or the error text. */
export async function reportLostFactor(ticket: string, verifyCode: string, t: LateT): Promise<number | Errors> {
  try {
    return (await call(contract.lostFactor, { ticket, verifyCode })).lostUntil
  } catch (error) {
    return explain(error, 'verifyCode', t)
  }
}

export const returnToFirstStep = (): void => $secondStep.set(undefined)
