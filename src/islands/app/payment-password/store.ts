import { atom } from 'nanostores'
import { md5Digest, sendPassword } from '#lib/api/digest.ts'
import { RefusedError } from '#lib/api/errors.ts'
import * as contract from '#lib/contract/payment-password.ts'
import { $session, updateUser } from '#lib/session/session.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'

/** Whether it is set, tries left, and the end of its lock. */
export const $payment = createResource(contract.paymentPasswordState, { $payload: atom({}) })

/** True if the account has a password that can prove its owner. */
export function hasAccountPassword(): boolean {
  const { data } = $payment.get()
  return data?.state !== 'unset' || data.hasPassword
}

/** When another code can be requested, in Unix milliseconds of this device's clock. */
export const $resendAt = atom(0)

const countDown = (seconds: number): void => $resendAt.set(Date.now() + seconds * 1000)

/** Mails a code. Throws the service's refusal; if a code was sent recently, its countdown starts too. */
export async function mailCode(): Promise<void> {
  try {
    countDown((await call(contract.paymentVerifyCode, {})).resendAfter)
  } catch (error) {
    if (error instanceof RefusedError && typeof error.data.resendAfter === 'number') countDown(error.data.resendAfter)
    throw error
  }
}

/** Proof that the account is the user's own. */
export type Proof = { accountPassword: string } | { verifyCode: string }

/** Sets, changes or resets it; returns the end of the hold on withdrawals, or null. */
export async function setPayment(pin: string, proof: Proof): Promise<number | null> {
  const send = (by: Proof) => call(contract.setPaymentPassword, { password: md5Digest(pin), ...by })
  const sent =
    'accountPassword' in proof
      ? sendPassword('', proof.accountPassword, (accountPassword) => send({ accountPassword }))
      : send(proof)
  const { holdUntil } = await sent.catch((error: unknown) => {
    // Without an answer it may have been set.
    void $payment.reload()
    throw error
  })
  const user = $session.get()?.user
  if (user) updateUser({ ...user, setPaymentPassword: 1 })
  await $payment.reload()
  return holdUntil
}
