import 'cally'
import type { CalendarMonthProps, CalendarRangeProps } from 'cally'
import { type DetailedHTMLProps, useEffect, useRef } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import type calendar from '#locales/en/calendar.json'
import { Icon } from '#ui/icon.tsx'
import { useLanguage } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'
import styles from './calendar.css?inline'

const c = texts<typeof calendar>('calendar')

type Range = HTMLElement & {
  value: string
  /** Settles when it is drawn. */
  updated: Promise<void>
  focus(options?: { target: 'day' }): void
}

// In the page's own styles they would be in its head from the first view on.
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
  const { locale } = useLanguage()
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
  // It is drawn after the dialog has opened, and is the dialog's purpose.
  useEffect(() => void range.current?.updated.then(() => range.current?.focus({ target: 'day' })), [])
  return (
    <>
      <p className="text-sm text-muted">{c('hint')}</p>
      <calendar-range
        ref={range}
        value={from && to && from <= to ? `${from}/${to}` : ''}
        focusedDate={to || today}
        max={last}
        today={today}
        locale={locale === 'zh' ? 'zh-CN' : 'en-GB'}
      >
        <Turn slot="previous" label={c('previous')} path={icons.chevronLeft} />
        <Turn slot="next" label={c('next')} path={icons.chevronRight} />
        <calendar-month />
      </calendar-range>
    </>
  )
}

const Turn = ({ slot, label, path }: { slot: string; label: string; path: `M${string}` }) => (
  <span slot={slot}>
    <Icon path={path} className="size-5" />
    <span className="sr-only">{label}</span>
  </span>
)
