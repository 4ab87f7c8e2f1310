import * as icons from '#lib/illustration/icons.ts'
import { explorerOf } from '#lib/rules/explorers.ts'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import { formatExact } from '#lib/text/exact.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Icon } from '#ui/icon.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Note } from './note.tsx'
import { m } from './texts.ts'
import type { RequestedTransfer } from './transfers.ts'

interface SentTransferProps {
  transfer: RequestedTransfer
  network: PaymentNetwork
}

/** A transfer that a wallet was asked for, which the service has not seen yet. */
export function SentTransfer({ transfer, network }: SentTransferProps) {
  const { id, amount, wallet, at } = transfer
  const values = { amount: formatExact(amount), wallet, time: utcDateTime(at) }
  return (
    <Note tone={id ? 'info' : 'warning'}>
      <p>
        <UnbrokenDates text={m(id ? 'before.sent' : 'before.asked', values)} />
      </p>
      {id && <TransactionLine id={id} network={network} />}
    </Note>
  )
}

/** The id of a transaction, with its page in the explorer where the network has one. */
export function TransactionLine({ id, network }: { id: string; network: PaymentNetwork }) {
  return (
    <>
      <p className="code break-all mt-1.5" translate="no">
        {id}
      </p>
      {network !== 'LOCAL' && (
        <a
          className="link inline-flex items-center gap-1 mt-1.5"
          href={explorerOf(network, id)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m('explorer')}
          <Icon path={icons.arrowUpRight} className="size-4" />
        </a>
      )}
    </>
  )
}
