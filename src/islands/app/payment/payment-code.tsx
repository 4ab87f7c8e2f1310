import { useState } from 'react'
import { remember, remembered } from '#lib/session/storage.ts'
import { Segments } from '#ui/segments.tsx'
import { PayCode } from './parts.tsx'

const KEY = 'paymentCode'
const choices = ['plain', 'link'] as const
type Choice = (typeof choices)[number]

interface PaymentCodeProps {
  /** Every wallet reads it. */
  address: string
  /** A link with the amount, which not every wallet reads; the address where its network has none. */
  link: string
  label: string
  texts: Readonly<Record<Choice | 'hint', string>>
}

/** QR code of a payment: the address, or a link with the amount. The browser remembers the choice. */
export function PaymentCode({ address, link, label, texts }: PaymentCodeProps) {
  const [chosen, choose] = useState<Choice>(() => (remembered(KEY) === 'link' ? 'link' : 'plain'))
  if (link === address) return <PayCode text={address} label={label} />
  const change = (choice: Choice) => {
    choose(choice)
    remember(KEY, choice)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-3">
      <PayCode text={chosen === 'link' ? link : address} label={label} />
      <Segments
        label={label}
        value={chosen}
        onChange={change}
        segments={choices.map((value) => ({ value, label: texts[value] }))}
      />
      <p className="text-sm text-muted text-center text-balance">{texts.hint}</p>
    </div>
  )
}
