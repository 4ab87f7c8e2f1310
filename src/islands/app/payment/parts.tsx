import { useState } from 'react'
import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { formatExact } from '#lib/text/exact.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Segments } from '#ui/segments.tsx'
import { useT } from '../core/texts/i18n.ts'

interface PayCodeProps {
  /** An address: every wallet reads it. */
  text: string
  label: string
  /** The QR code with the amount, and the labels of both codes. */
  whole?: { text: string; names: readonly [plain: string, whole: string] } | null
}

/** Content of the QR code. */
export function PayCode({ text, label, whole }: PayCodeProps) {
  const [chosen, choose] = useState<'plain' | 'whole'>('plain')
  const code = qrCode(whole && chosen === 'whole' ? whole.text : text)
  return (
    <div className="justify-self-center grid justify-items-center gap-3">
      <svg
        viewBox={`0 0 ${code.length} ${code.length}`}
        className="size-52 rounded-box bg-white p-4"
        role="img"
        aria-label={label}
      >
        <path d={qrPath(code)} fill="#000" />
      </svg>
      {whole && (
        <Segments
          label={label}
          value={chosen}
          onChange={choose}
          segments={[
            { value: 'plain', label: whole.names[0] },
            { value: 'whole', label: whole.names[1] },
          ]}
        />
      )}
    </div>
  )
}

interface PayLineProps {
  label: string
  text: string
  /** An address: copied unchanged, shown in groups if requested. */
  code?: boolean
  grouped?: boolean
  /** Unit of an amount, which can be copied too. */
  unit?: string
}

/** One value that a payer needs, with a copy button. */
export function PayLine({ label, text, code = false, grouped = false, unit }: PayLineProps) {
  const t = useT()
  return (
    <div>
      <p className="text-sm text-muted mb-1.5">{label}</p>
      <p className="well flex items-center gap-2 pl-3.5 pr-1.5 py-1.5">
        <span
          className={`flex-1 ${grouped ? 'break-words' : 'break-all'} ${code ? 'code' : 'font-semibold num'}`}
          translate="no"
        >
          {grouped ? groupOfFour(text) : unit ? `${formatExact(text)} ${unit}` : text}
        </span>
        {(code || unit) && (
          <CopyButton text={text} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
        )}
      </p>
    </div>
  )
}
