import { useEffect, useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from './icon.tsx'

interface CopyButtonProps {
  text: string
  label: string
  copiedLabel: string
  /** The browser refused; the caller may say so. */
  onFailed?: () => void
  /** With words beside the icon. */
  wide?: boolean
}

const shownMs = 2000

export function CopyButton({ text, label, copiedLabel, onFailed, wide = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, shownMs, false)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      onFailed?.()
    }
  }
  const words = copied ? copiedLabel : label
  return (
    <button
      type="button"
      className={wide ? 'btn btn-line btn-sm' : 'btn btn-ghost btn-sm btn-square'}
      aria-label={wide ? undefined : words}
      onClick={copy}
    >
      <Icon path={copied ? icons.check : icons.copy} className={copied ? 'size-4 text-success' : 'size-4'} />
      {wide && words}
      <span className="sr-only" aria-live="polite">
        {copied && !wide ? copiedLabel : ''}
      </span>
    </button>
  )
}
