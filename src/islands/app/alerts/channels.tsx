import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import type { LastDelivery } from '#lib/contract/alerts.ts'
import type { AlertChannel, ExternalChannel } from '#lib/rules/alerts.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'
import { parseUrl } from '#lib/text/parse-url.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { TextField } from '../core/forms/labelled-field.tsx'
import { useAction } from '../core/forms/use-action.ts'
import { useForm } from '../core/forms/use-form.ts'
import { $push, endPush, startPush } from './push.ts'
import {
  removeBrowser,
  type Settings,
  saveWebhook,
  sendAgain,
  sendTest,
  telegramLink,
  unlinkTelegram,
} from './store.ts'
import { m } from './texts.ts'

/** The channels that need a set-up, each with a test. */
export function Channels({ settings }: { settings: Settings }) {
  const find: Find = (channel, recipient = '') =>
    settings.deliveries.find((one) => one.channel === channel && one.recipient === recipient)
  return (
    <ul className="rule">
      <ChannelRow title={m('channels.email')} text={m('ways.email')} test="email">
        <LastResult of={find('email')} />
      </ChannelRow>
      <ChannelRow
        title={m('channels.push')}
        text={m('ways.push')}
        test={settings.push.browsers.length > 0 && 'push'}
        action={<PushSwitch publicKey={settings.push.publicKey} />}
      >
        <Browsers browsers={settings.push.browsers} find={find} />
      </ChannelRow>
      <ChannelRow title={m('channels.webhook')} text={m('ways.webhook')} test={settings.webhook !== null && 'webhook'}>
        <WebhookForm key={settings.webhook?.url ?? ''} webhook={settings.webhook} />
        {settings.webhook && <LastResult of={find('webhook')} isOff={settings.webhook.isOff} />}
      </ChannelRow>
      {settings.telegram && (
        <ChannelRow
          title={m('channels.telegram')}
          text={m(settings.telegram.isLinked ? 'ways.telegramLinked' : 'ways.telegram')}
          test={settings.telegram.isLinked && 'telegram'}
          action={<Chat isLinked={settings.telegram.isLinked} />}
        >
          {settings.telegram.isLinked && <LastResult of={find('telegram')} />}
        </ChannelRow>
      )}
    </ul>
  )
}

type Find = (channel: ExternalChannel, recipient?: string) => LastDelivery | undefined

/** The last delivery to an address; where it failed, its reason and another try. */
function LastResult({ of, isOff = false }: { of: LastDelivery | undefined; isOff?: boolean }) {
  const { busy, act } = useAction()
  if (!of) return null
  const time = utcDateTime(of.at)
  if (of.error === null) return <p className="text-sm text-muted">{m('last.delivered', { time })}</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <p className="flex-1 min-w-40 text-error">
        {m(isOff ? 'webhook.off' : 'last.failed', { time, reason: of.error })}
      </p>
      {!isOff && (
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => act(() => sendAgain(of), m('last.sent'))}>
          {m('last.again')}
        </SteadyButton>
      )}
    </div>
  )
}

interface ChannelProps {
  title: string
  text: string
  /** The channel of a test, once it is set up. */
  test: AlertChannel | false
  /** Beside the test, on the right. */
  action?: ReactNode
  children?: ReactNode
}

function ChannelRow({ title, text, test, action, children }: ChannelProps) {
  const { busy, act } = useAction()
  return (
    <li className="px-5 lg:px-6 py-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2">
        <div className="flex-1 min-w-48 mr-2">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm text-muted mt-0.5">{text}</p>
        </div>
        {test && (
          <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => act(() => sendTest(test), m('tested'))}>
            {m('test')}
          </SteadyButton>
        )}
        {action}
      </div>
      {children}
    </li>
  )
}

function PushSwitch({ publicKey }: Pick<Settings['push'], 'publicKey'>) {
  const push = useStore($push)
  const { busy, act } = useAction()
  if (push === 'unable') return null
  if (push === 'on')
    return (
      <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => act(endPush)}>
        {m('push.end')}
      </SteadyButton>
    )
  return (
    <SteadyButton
      className="btn-line btn-sm"
      off={busy}
      onClick={() => act(async () => (await startPush(publicKey)) || toast('error', m('push.denied')))}
    >
      {m('push.start')}
    </SteadyButton>
  )
}

function Browsers({ browsers, find }: Pick<Settings['push'], 'browsers'> & { find: Find }) {
  const push = useStore($push)
  const { busy, act } = useAction()
  if (push === 'unable') return <p className="text-sm text-muted">{m('push.unable')}</p>
  return browsers.map(({ id, browser, since }) => (
    <div key={id} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="flex-1 min-w-40">
          {browser} <span className="text-xs text-faint num">{m('push.since', { time: utcDateTime(since) })}</span>
        </span>
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => act(() => removeBrowser(id))}>
          {m('push.remove')}
        </SteadyButton>
      </p>
      <LastResult of={find('push', id)} />
    </div>
  ))
}

function WebhookForm({ webhook }: Pick<Settings, 'webhook'>) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [secret, setSecret] = useState<string | null>(null)
  const address = pastedText(url)
  const form = useForm<'url'>({
    check: () => (address === '' || parseUrl(address) ? undefined : { field: 'url', text: m('webhook.wrong') }),
    send: async () => {
      setSecret(await saveWebhook(address === '' ? null : address))
      toast('success', m(address === '' ? 'webhook.removed' : 'webhook.saved'))
      return undefined
    },
    refusals: { rest: 'url' },
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate>
      <div className="flex items-start gap-2">
        <div className="flex-1 min-w-0">
          <TextField
            label={m('webhook.url')}
            value={url}
            onChange={form.typed('url', setUrl)}
            error={form.errorOf('url')}
            maxLength={500}
            isCode
          />
        </div>
        {/* Beside the field, whose label is above it. */}
        <SteadyButton type="submit" className="btn-line h-12 mt-[1.5625rem]" off={form.busy}>
          {m('webhook.save')}
        </SteadyButton>
      </div>
      {secret && (
        <div className="well p-3 flex items-center gap-3">
          <p className="flex-1 min-w-0 text-sm">
            {m('webhook.secret')} <span className="code break-all">{secret}</span>
          </p>
          <CopyButton text={secret} label={m('copy')} copiedLabel={m('copied')} failedText={m('copyFailed')} />
        </div>
      )}
    </form>
  )
}

function Chat({ isLinked }: { isLinked: boolean }) {
  const { busy, act } = useAction()
  const [link, setLink] = useState<string>()
  if (isLinked)
    return (
      <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => act(unlinkTelegram)}>
        {m('telegram.unlink')}
      </SteadyButton>
    )
  if (link)
    return (
      <>
        <a className="btn btn-line btn-sm" href={link} target="_blank" rel="noopener noreferrer">
          {m('telegram.open')}
        </a>
        <span className="basis-full text-sm text-muted">{m('telegram.opened')}</span>
      </>
    )
  return (
    <SteadyButton className="btn-line btn-sm" off={busy} onClick={() => act(async () => setLink(await telegramLink()))}>
      {m('telegram.link')}
    </SteadyButton>
  )
}
