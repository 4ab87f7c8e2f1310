import { paymentRefusals } from '#lib/contract/payment-password.ts'

/** For the `refusals` of a form with a `pin`: every refusal of the payment password is about that field. */
export const pinRefusals = Object.fromEntries(paymentRefusals.map((reason) => [reason, 'pin'])) as Record<
  (typeof paymentRefusals)[number],
  'pin'
>
