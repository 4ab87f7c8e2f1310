import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { formatExact } from '#lib/text/exact.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useT } from '../core/texts/i18n.ts'

interface PayCodeProps {
  text: string
  label: string
}

/** Content of the QR code. */
export function PayCode({ text, label }: PayCodeProps) {
  const code = qrCode(text)
  return (
    <svg
      viewBox={`0 0 ${code.length} ${code.length}`}
      className="justify-self-center size-52 rounded-box bg-white p-4"
      role="img"
      aria-label={label}
    >
      <path d={qrPath(code)} fill="#000" />
    </svg>
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
