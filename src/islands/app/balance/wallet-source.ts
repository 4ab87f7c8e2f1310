import { computed } from 'nanostores'
import { leftToSend, type PaymentSource } from '../payment/index.ts'
import { checkPayment } from './pay-recharge.ts'
import { $recharge } from './store.ts'
import { m } from './texts.ts'

/** The open recharge, as a browser wallet pays it. */
export const rechargePayment: PaymentSource = {
  $payment: computed($recharge, ({ data }) => {
    if (!data || data.state === 'credited') return undefined
    const { network, isTest, address, token, transactionId } = data.deposit
    const amount = leftToSend(data.deposit)
    if (token === null || amount === '0') return undefined
    const networkName = isTest ? m('form.test') : data.deposit.networkName
    return { id: data._id, network, networkName, address, amount, token, transactionId }
  }),
  reload: () => $recharge.reload(),
  lookFor: (transactionId, { id }) => checkPayment(id, transactionId),
}
