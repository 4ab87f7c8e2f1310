import { useEffect, useRef, useState } from 'react'
import { hostKinds } from './put-host.ts'
import { t } from './texts.ts'

const pages = ['stand-message', 'pc-notice-alert'] as const
/** Messages of a host (src/lib/bridge/messages.ts). */
const sayings = [
  { type: 'refresh' },
  { type: 'theme', theme: 'day' },
  { type: 'theme', theme: 'night' },
  { type: 'language', language: 'en' },
  { type: 'language', language: 'zh' },
] as const

type Shown = Window & { sayAsHost?(message: unknown): void }

/** The window that shows a page, and the page's messages. */
function useShown() {
  const shown = useRef<Shown | null>(null)
  const [received, setReceived] = useState<readonly string[]>([])
  useEffect(() => {
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === shown.current)
        setReceived((before) => [...before, JSON.stringify(data.received)])
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
  return {
    received,
    open(kind: string, page: string) {
      shown.current?.close()
      setReceived([])
      shown.current = window.open(`/${page}`, `test-host:${kind}`, 'popup,width=390,height=700')
    },
    say: (message: unknown) => shown.current?.sayAsHost?.(message),
  }
}

function Choice({ label, of, onPick }: { label: string; of: readonly string[]; onPick(one: string): void }) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <select className="select" onChange={({ target }) => onPick(target.value)}>
        {of.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function TestHost() {
  const [kind, setKind] = useState<string>(hostKinds[0])
  const [page, setPage] = useState<string>(pages[0])
  const [free, setFree] = useState('{"type":"theme","theme":"dusk"}')
  const { received, open, say } = useShown()
  return (
    <main className="max-w-2xl mx-auto p-4 sm:p-8 grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="headline">{t('host.title')}</h1>
      <p>{t('host.text')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Choice label={t('host.host')} of={hostKinds} onPick={setKind} />
        <Choice label={t('host.page')} of={pages} onPick={setPage} />
        <button type="button" className="btn btn-primary" onClick={() => open(kind, page)}>
          {t('host.open')}
        </button>
      </div>
      <h2 className="title text-lg">{t('host.say')}</h2>
      <div className="flex flex-wrap gap-2">
        {sayings.map((one) => (
          <button key={JSON.stringify(one)} type="button" className="btn btn-sm" onClick={() => say(one)}>
            {Object.values(one).join(' ')}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-sm flex-1">
          {t('host.free')}
          <input className="input w-full font-mono" value={free} onChange={({ target }) => setFree(target.value)} />
        </label>
        <button type="button" className="btn" onClick={() => say(parsed(free))}>
          {t('host.send')}
        </button>
      </div>
      <h2 className="title text-lg">{t('host.heard')}</h2>
      <pre className="panel p-4 text-sm min-h-20 whitespace-pre-wrap break-words" aria-live="polite">
        {received.join('\n') || t('host.nothing')}
      </pre>
    </main>
  )
}
