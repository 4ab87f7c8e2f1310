import type { ComponentProps, CSSProperties, ReactNode } from 'react'

const WIDE = /[\u2e80-\uffef]/
const NARROW = /[ ,.:-]/

/** Maximum width of a figure in heights of its letters, measured for both fonts. */
export function emsOf(text: string): number {
  const widths = Array.from(text, (letter) => (WIDE.test(letter) ? 1 : NARROW.test(letter) ? 0.36 : 0.66))
  return widths.reduce((sum, width) => sum + width, 0)
}

/**
 * A figure on one line, whose font shrinks if the nearest `@container` is too narrow. The line keeps its height.
 * `beside` is the width of other content in the line. `children` are the text with its own marks.
 */
export function Fit({ text, beside, children = text }: { text: string; beside?: string; children?: ReactNode }) {
  return (
    <span
      className="fit"
      translate="no"
      style={{ '--ems': emsOf(text).toFixed(2), '--beside': beside } as CSSProperties}
    >
      {children}
    </span>
  )
}

/** Smallest font size beside which other content may share the line. */
const SMALL_REM = 0.8125
const CARET = 0.2

/**
 * A field for a figure in a row that wraps: it takes a line of its own before its letters get small, and they shrink
 * from there on, so that no digit is ever out of sight.
 */
export function FitInput({ className, value, ...props }: ComponentProps<'input'> & { value: string }) {
  const ems = emsOf(value) + CARET
  return (
    <span className="@container flex-1" style={{ minWidth: `min(100%, ${(ems * SMALL_REM).toFixed(2)}rem)` }}>
      <input
        className={`fit w-full ${className}`}
        style={{ '--ems': ems.toFixed(2) } as CSSProperties}
        value={value}
        {...props}
      />
    </span>
  )
}
