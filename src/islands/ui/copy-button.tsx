import { useEffect, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { copyText } from '#lib/text/copy-text.ts'
import { Icon } from './icon.tsx'
import { toast } from './toast.ts'

interface CopyButtonProps {
  text: string
  label: string
  copiedLabel: string
  /** Toast text if the browser refuses. */
  failedText: string
  /** With words beside the icon. */
  wide?: boolean
  /** True for the main action of its view. */
  isMain?: boolean
}

const shownMs = 2000

export function CopyButton({ text, label, copiedLabel, failedText, wide = false, isMain = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, shownMs, false)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await copyText(text)
      setCopied(true)
    } catch {
      toast('error', failedText)
    }
  }
  const words = copied ? copiedLabel : label
  return (
    <button
      type="button"
      className={wide ? `btn btn-sm ${isMain ? 'btn-primary' : 'btn-line'}` : 'btn btn-ghost btn-sm btn-square'}
      aria-label={wide ? undefined : words}
      onClick={copy}
    >
      <Icon path={copied ? icons.check : icons.copy} className={copied && !isMain ? 'size-4 text-success' : 'size-4'} />
      {wide && words}
      <span className="sr-only" aria-live="polite">
        {copied && !wide ? copiedLabel : ''}
      </span>
    </button>
  )
}
