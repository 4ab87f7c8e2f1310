import { useState } from 'react'
import type { PublishedPort } from '#lib/contract/gpu.ts'
import * as icons from '#lib/illustration/icons.ts'
import { MAX_PUBLISHED_PORTS } from '#lib/rules/gpu.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { TextField } from '../../core/forms/labelled-field.tsx'
import { useForm } from '../../core/forms/use-form.ts'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { closePort, publishPort } from './store.ts'

interface PortsProps {
  rentalId: string
  ports: readonly PublishedPort[]
}

/** Ports of a rental with their addresses, and a form for another one. */
export function Ports({ rentalId, ports }: PortsProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 content-start" aria-label={m('ports.title')}>
      <h3 className="title text-sm">{m('ports.title')}</h3>
      <p className="text-sm text-muted">{m('ports.text', { most: MAX_PUBLISHED_PORTS })}</p>
      {ports.length === 0 && <p className="text-sm text-muted">{m('ports.none')}</p>}
      {ports.length > 0 && (
        <ul className="rule">
          {ports.map((one) => (
            <PortRow key={one.port} rentalId={rentalId} of={one} />
          ))}
        </ul>
      )}
      {ports.length < MAX_PUBLISHED_PORTS && <Publish rentalId={rentalId} />}
    </section>
  )
}

function PortRow({ rentalId, of: { port, url } }: { rentalId: string; of: PublishedPort }) {
  const t = useT()
  const close = async () => {
    try {
      await closePort(rentalId, port)
      toast('success', m('ports.closed'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    }
  }
  return (
    <li className="py-3 flex items-center justify-between gap-3">
      <span className="min-w-0 text-sm">
        <span className="num font-medium" translate="no">
          {port}
        </span>
        <a
          className="link block text-xs code wrap-anywhere"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={m('ports.open', { port })}
          translate="no"
        >
          {url}
        </a>
      </span>
      <span className="flex shrink-0 gap-1">
        <CopyButton text={url} label={t('copy')} copiedLabel={t('copied')} failedText={t('copyFailed')} />
        <button
          type="button"
          className="btn btn-ghost btn-sm text-error"
          aria-label={m('ports.close', { port })}
          onClick={() => void close()}
        >
          {m('ports.closeShort')}
        </button>
      </span>
    </li>
  )
}

function Publish({ rentalId }: Pick<PortsProps, 'rentalId'>) {
  const [port, setPort] = useState('')
  const isPort = /^[1-9]\d{0,4}$/.test(port.trim()) && Number(port) <= 65_535
  const form = useForm<'port'>({
    check: () => (isPort ? undefined : { field: 'port', text: m('ports.wrong') }),
    send: async () => {
      await publishPort(rentalId, Number(port))
      setPort('')
      toast('success', m('ports.published'))
      return undefined
    },
    refusals: { rest: 'port' },
  })
  return (
    <form {...form.props} className="flex items-start gap-2" noValidate>
      <TextField
        label={m('ports.port')}
        value={port}
        onChange={form.typed('port', setPort)}
        error={form.errorOf('port')}
        maxLength={5}
      />
      <SteadyButton type="submit" className="btn-line mt-7" off={form.busy} aria-busy={form.busy}>
        <Icon path={icons.plus} className="size-4" />
        {m('ports.add')}
      </SteadyButton>
    </form>
  )
}
