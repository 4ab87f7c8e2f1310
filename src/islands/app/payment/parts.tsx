import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { useT } from '../texts/i18n.ts'

/** What is to be scanned. */
export function PayCode({ text, label }: { text: string; label: string }) {
  const code = qrCode(text)
  return (
    <div className="justify-self-center rounded-box bg-white p-4">
      <svg viewBox={`0 0 ${code.length} ${code.length}`} className="size-44 block" role="img" aria-label={label}>
        <path d={qrPath(code)} fill="#000" />
      </svg>
    </div>
  )
}

interface PayLineProps {
  label: string
  text: string
  /** An address: copied as it is, and shown in groups where that is wanted. */
  code?: boolean
  grouped?: boolean
  /** Of an amount, which can be copied too. */
  unit?: string
}

/** One thing that a payer needs, with a button that copies it. */
export function PayLine({ label, text, code = false, grouped = false, unit }: PayLineProps) {
  const t = useT()
  return (
    <div>
      <p className="text-sm text-muted mb-1.5">{label}</p>
      <p className="well flex items-center gap-2 pl-3.5 pr-1.5 py-1.5">
        <span className={`flex-1 ${grouped ? 'break-words' : 'break-all'} ${code ? 'code' : 'font-semibold num'}`}>
          {grouped ? groupOfFour(text) : text} {unit}
        </span>
        {(code || unit) && (
          <CopyButton text={text} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
        )}
      </p>
    </div>
  )
}
