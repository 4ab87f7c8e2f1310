import { networkHints } from '#lib/rules/payments.ts'
import { formatMoney } from '#lib/text/decimal.ts'

interface FirstFeeProps {
  network: string
  /** The sentence, with both fees in USDT. */
  text: (fees: { fee: string; first: string }) => string
}

/** On Tron a transfer to an address that never held USDT costs its payer about twice as much. */
export function FirstFee({ network, text }: FirstFeeProps) {
  if (network !== 'TRON') return null
  const { feeHint } = networkHints.TRON
  return (
    <p className="text-sm text-muted">
      {text({ fee: formatMoney(feeHint), first: formatMoney(String(2 * Number(feeHint))) })}
    </p>
  )
}
