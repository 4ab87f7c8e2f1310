import { atom } from 'nanostores'
import { sendPassword } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/second-factor.ts'
import * as security from '#lib/contract/security.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { createList } from '../core/lists/create-list.ts'
import { $payment } from '../payment-password/store.ts'

export const $factor = createResource(contract.secondFactor, { $payload: atom({}) })

/** Security events of the account, newest first. */
export const history = createList(security.securityEventList, { filter: {}, size: 10, payload: () => ({}) })

/** Reloads everything that a change of sign-in methods affects. */
export async function reloadSafety(): Promise<void> {
  await Promise.all([$factor.reload(), $payment.reload(), history.reload()])
}

const reasonOf = (error: unknown): string | undefined => (error instanceof RefusedError ? error.reason : undefined)

/** True if an action was refused because the session has to be proven first. */
export const needsProof = (error: unknown): boolean => reasonOf(error) === 'PROVE_FIRST'
/** True if the proof also requires a code of the second factor, which the page did not know. */
export const needsFactorCode = (error: unknown): boolean => reasonOf(error) === 'FACTOR_CODE_NEEDED'

export interface Proof {
  by: 'password' | 'code'
  first: string
  factor: string
}

export async function prove({ by, first, factor }: Proof): Promise<void> {
  const send = (first: { accountPassword: string } | { verifyCode: string }) =>
    call(security.prove, { ...first, ...(factor && { factorCode: factor }) })
  if (by === 'code') await send({ verifyCode: first })
  else await sendPassword('', first, (accountPassword) => send({ accountPassword }))
}

/** When another code can be requested, in Unix milliseconds of this device's clock. */
export const $proveResendAt = atom(0)
const countDown = (seconds: number): void => $proveResendAt.set(Date.now() + seconds * 1000)

export async function mailProveCode(): Promise<void> {
  try {
    countDown((await call(security.proveVerifyCode, {})).resendAfter)
  } catch (error) {
    if (error instanceof RefusedError && typeof error.data.resendAfter === 'number') countDown(error.data.resendAfter)
    throw error
  }
}

export const beginFactor = () => call(contract.beginSecondFactor, {})

/** Turns it on and returns the recovery codes; undefined if the app's code is wrong. */
export async function confirmFactor(factorCode: string): Promise<string[] | undefined> {
  try {
    const { recoveryCodes } = await call(contract.confirmSecondFactor, { factorCode })
    await reloadSafety()
    return recoveryCodes
  } catch (error) {
    if (error instanceof RefusedError && error.reason === 'FACTOR_CODE_WRONG') return undefined
    throw error
  }
}

/** Turns it off; returns the end of the hold on withdrawals. */
export async function endFactor(): Promise<number> {
  const { holdUntil } = await call(contract.endSecondFactor, {})
  await reloadSafety()
  return holdUntil
}

export async function renewCodes(): Promise<string[]> {
  const { recoveryCodes } = await call(contract.renewRecoveryCodes, {})
  await reloadSafety()
  return recoveryCodes
}

export async function stopLostFactorRemoval(): Promise<void> {
  await call(contract.stopLostFactor, {})
  await reloadSafety()
}

/** Saves the codes as a file with a heading. */
export function saveCodes(codes: readonly string[], head: string): void {
  const url = URL.createObjectURL(new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: 'idleforge-recovery-codes.txt' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
