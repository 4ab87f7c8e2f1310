import 'cally'
import type { CalendarMonthProps, CalendarRangeProps } from 'cally'
import { type DetailedHTMLProps, useEffect, useRef } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '../texts/i18n.ts'
import styles from './calendar.css?inline'

type Range = HTMLElement & {
  value: string
  /** Settles when it is drawn. */
  updated: Promise<void>
  focus(options?: { target: 'day' }): void
}

// With the page's own styles they would be in its head from the first look on.
if ('adoptedStyleSheets' in document) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'calendar-range': CalendarRangeProps & DetailedHTMLProps<HTMLAttributes<Range>, Range>
      'calendar-month': CalendarMonthProps & DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>
    }
  }
}

interface CalendarProps {
  from: string
  to: string
  last: string
  today: string
  onChoose: (days: { from: string; to: string }) => void
}

/** A month of UTC days. The second day that is pressed ends the choice. */
export function Calendar({ from, to, last, today, onChoose }: CalendarProps) {
  const { locale, t } = useLanguage()
  const range = useRef<Range>(null)
  useEffect(() => {
    const element = range.current
    const choose = () => {
      const [first, second] = element?.value.split('/') ?? []
      if (first && second) onChoose({ from: first, to: second })
    }
    element?.addEventListener('change', choose)
    return () => element?.removeEventListener('change', choose)
  }, [onChoose])
  // It comes after the dialog has opened, and is what the dialog was opened for.
  useEffect(() => void range.current?.updated.then(() => range.current?.focus({ target: 'day' })), [])
  return (
    <calendar-range
      ref={range}
      value={from && to && from <= to ? `${from}/${to}` : ''}
      focusedDate={to || today}
      max={last}
      today={today}
      locale={locale === 'zh' ? 'zh-CN' : 'en-GB'}
    >
      <Turn slot="previous" label={t('pager.previous')} path={icons.chevronLeft} />
      <Turn slot="next" label={t('pager.next')} path={icons.chevronRight} />
      <calendar-month />
    </calendar-range>
  )
}

const Turn = ({ slot, label, path }: { slot: string; label: string; path: `M${string}` }) => (
  <span slot={slot}>
    <Icon path={path} className="size-5" />
    <span className="sr-only">{label}</span>
  </span>
)
