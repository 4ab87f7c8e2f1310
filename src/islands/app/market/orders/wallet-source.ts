import { computed } from 'nanostores'
import { leftToSend, type PaymentSource } from '../../payment/index.ts'
import { networkName } from './network.ts'
import { $order, checkPayment } from './store.ts'

/** The order on the screen, as a browser wallet pays it. */
export const orderPayment: PaymentSource = {
  $payment: computed($order, ({ data }) => {
    const order = data?.order
    if (order?.orderStatus !== 'pending' || order.network === 'balance') return undefined
    const { orderNo: id, network, paymentAddress: address, token, transactionId } = order
    const amount = leftToSend(order)
    if (address === null || token === null || amount === '0') return undefined
    return { id, network, networkName: networkName(network), address, amount, token, transactionId }
  }),
  reload: () => $order.reload(),
  // Another order may be on the screen by then.
  lookFor: (transactionId, { id }) => checkPayment({ orderNo: id }, transactionId),
}
