import { useStore } from '@nanostores/react'
import { useState } from 'react'
import * as icons from '#lib/illustration/icons.ts'
import { useCountdown } from '#ui/countdown.ts'
import { CountdownRing, ExpiringCode } from '#ui/countdown-ring.tsx'
import { usePreservedFocus } from '#ui/focus.ts'
import { Icon } from '#ui/icon.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { readErrorText } from '../core/calls/error-text.ts'
import { serviceMs } from '../core/calls/service-clock.ts'
import { useT } from '../core/texts/i18n.ts'
import { $binding, type Binding, CODE_SECONDS, checkCode, codeGroups, newCode } from './binding.ts'
import { MinerCommand } from './miner-command.tsx'

/** The code with its 60 seconds, in the dialog and in the guide. */
export function BindCode() {
  const t = useT()
  const binding = useStore($binding)
  const [expired, setExpired] = useState<string>()
  return (
    <section {...usePreservedFocus()} tabIndex={-1} className="rounded-field" aria-label={t('guide.code.title')}>
      <div role="status">
        {binding.step === 'waiting' && (
          <span className="sr-only">{t('bind.code', { code: [...binding.code].join(' ') })}</span>
        )}
        {binding.step === 'bound' && <Bound name={binding.name} />}
      </div>
      {(binding.step === 'idle' || binding.step === 'asking') && <RequestCode busy={binding.step === 'asking'} />}
      {binding.step === 'failed' && <Failed text={readErrorText(t, binding.error)} />}
      {binding.step === 'waiting' && (
        <Waiting key={binding.code} binding={binding} expired={expired === binding.code} onExpired={setExpired} />
      )}
    </section>
  )
}

function RequestCode({ busy }: { busy: boolean }) {
  const t = useT()
  return (
    <div className="well p-4 sm:p-5 min-h-[5.5rem] flex items-center">
      <SteadyButton className="btn-neutral" off={busy} aria-busy={busy} onClick={() => void newCode()}>
        {t('bind.generate')}
      </SteadyButton>
    </div>
  )
}

function Failed({ text }: { text: string }) {
  const t = useT()
  return (
    <div className="well p-4 sm:p-5 min-h-[5.5rem] flex flex-wrap items-center gap-3" role="alert">
      <span className="flex-1 text-sm">{text}</span>
      <button type="button" className="btn btn-line btn-sm" onClick={() => void newCode()}>
        <Icon path={icons.refreshCw} className="size-4" />
        {t('tryAgain')}
      </button>
    </div>
  )
}

interface WaitingProps {
  binding: Extract<Binding, { step: 'waiting' }>
  expired: boolean
  onExpired: (code: string) => void
}

function Waiting({ binding, expired, onExpired }: WaitingProps) {
  const t = useT()
  const { code, deadline, checked } = binding
  const end = () => {
    onExpired(code)
    void checkCode(false)
  }
  const left = useCountdown({ deadline, now: serviceMs, onEnd: end })
  return (
    <div className="grid gap-3">
      <div className="well p-4 sm:p-5 flex flex-wrap items-center gap-x-5 gap-y-4">
        <CountdownRing
          secondsLeft={left}
          secondsTotal={CODE_SECONDS}
          label={t('bind.secondsLeft', { count: left })}
          text={t('bind.seconds', { seconds: left })}
        />
        <span data-code={code}>
          <ExpiringCode groups={codeGroups(code)} expired={expired} />
        </span>
        <div className="flex gap-2 w-full sm:w-auto sm:ml-auto">
          <button
            type="button"
            className={`btn btn-sm flex-1 sm:flex-none ${expired ? 'btn-primary' : 'btn-line'}`}
            onClick={() => void newCode()}
          >
            <Icon path={icons.refreshCw} className="size-4" />
            {t('bind.refresh')}
          </button>
          {!expired && (
            <button
              type="button"
              className="btn btn-neutral btn-sm flex-1 sm:flex-none"
              onClick={() => void checkCode(true)}
            >
              {t('bind.check')}
            </button>
          )}
        </div>
      </div>
      {checked && !expired && (
        <p role="alert" className="text-sm text-error flex gap-2">
          <Icon path={icons.circleAlert} className="size-4 mt-0.5" />
          {checked.known ? t('bind.refused') : readErrorText(t, checked.error)}
        </p>
      )}
      <p className="text-sm text-muted">{t(expired ? 'bind.expired' : 'bind.hint')}</p>
      {!expired && (
        <div>
          <p className="text-xs text-faint mb-1.5">{t('bind.command')}</p>
          <MinerCommand code={code} />
        </div>
      )}
    </div>
  )
}

function Bound({ name }: { name: string }) {
  const t = useT()
  return (
    <div className="well p-4 sm:p-5 flex items-center gap-4">
      <span className="size-9 rounded-field bg-success text-success-content grid place-items-center shrink-0">
        <Icon path={icons.check} />
      </span>
      <span>
        <span className="block font-semibold">{t('bind.bound', { name })}</span>
        <span className="block text-sm text-muted">{t('bind.boundText')}</span>
      </span>
    </div>
  )
}
