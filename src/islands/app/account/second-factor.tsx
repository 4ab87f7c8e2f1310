import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState } from 'react'
import { utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
import { PanelHead } from '#ui/panel-head.tsx'
import { LinesSkeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { Loaded } from '../core/calls/load-state.tsx'
import { useT } from '../core/texts/i18n.ts'
import { $factor, beginFactor, endFactor, renewCodes, stopLostFactorRemoval } from './factor-store.ts'
import type { FactorSetup } from './set-up.tsx'
import { useStepUp } from './step-up.tsx'
import { a } from './texts.ts'

/** Few users open it, and once: fetched then. */
const SetUp = lazy(() => import('./set-up.tsx').then((file) => ({ default: file.SetUp })))
const RecoveryCodes = lazy(() => import('./set-up.tsx').then((file) => ({ default: file.RecoveryCodes })))

/** The second factor: its current state and all actions. */
export function SecondFactorPanel() {
  const factor = useStore($factor).data
  const { run, busy, dialog } = useStepUp()
  const [setup, setSetup] = useState<FactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const isOn = factor?.since != null
  const begin = () => void run(async () => setSetup(await beginFactor()))
  const renew = () => void run(async () => setCodes(await renewCodes()))
  const end = () => void run(async () => toast('success', a('factor.ended', { time: utcDateTime(await endFactor()) })))
  return (
    <section className="panel p-5 lg:p-6 grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="second-factor">
      <PanelHead
        id="second-factor"
        title={a('factor.title')}
        text={a('factor.text')}
        status={
          factor && (
            <Status tone={isOn ? 'success' : 'warning'} mark={isOn ? 'on' : 'off'}>
              {a(isOn ? 'factor.on' : 'factor.off')}
            </Status>
          )
        }
        action={
          factor &&
          (isOn ? <OnActions busy={busy} onRenew={renew} onEnd={end} /> : <Begin busy={busy} onBegin={begin} />)
        }
      />
      <Loaded store={$factor} skeleton={null} flush>
        {({ since, lostUntil, recoveryCodesLeft: left }) => (
          <>
            {lostUntil !== null && (
              <Loss until={lostUntil} busy={busy} onStop={() => void run(stopLostFactorRemoval)} />
            )}
            {since !== null && (
              <p className="text-sm text-muted">
                <UnbrokenDates text={a('factor.since', { time: utcDateTime(since) })} />
                <span className={`block ${left < 3 ? 'text-error' : ''}`}>{a('factor.left', { left })}</span>
              </p>
            )}
          </>
        )}
      </Loaded>
      {dialog}
      <SetUpDialog setup={setup} codes={codes} onSetup={setSetup} onCodes={setCodes} />
    </section>
  )
}

interface SetUpDialogProps {
  setup: FactorSetup | undefined
  codes: readonly string[] | undefined
  onSetup: (setup: undefined) => void
  onCodes: (codes: readonly string[] | undefined) => void
}

function SetUpDialog({ setup, codes, onSetup, onCodes }: SetUpDialogProps) {
  const t = useT()
  const close = () => {
    onSetup(undefined)
    onCodes(undefined)
  }
  return (
    <Dialog
      open={setup !== undefined || codes !== undefined}
      onClose={close}
      // The codes are shown once: only their own button closes them.
      dismissable={codes === undefined}
      title={a(codes ? 'codes.title' : 'factor.setUp')}
      closeLabel={t('close')}
    >
      <Suspense fallback={<LinesSkeleton lines={6} />}>
        {codes ? <RecoveryCodes codes={codes} onDone={close} /> : setup && <SetUp setup={setup} onDone={onCodes} />}
      </Suspense>
    </Dialog>
  )
}

const Begin = ({ busy, onBegin }: { busy: boolean; onBegin: () => void }) => (
  <SteadyButton className="btn-neutral btn-sm" off={busy} onClick={onBegin}>
    {a('factor.begin')}
  </SteadyButton>
)

interface OnActionsProps {
  busy: boolean
  onRenew: () => void
  onEnd: () => void
}

function OnActions({ busy, onRenew, onEnd }: OnActionsProps) {
  const t = useT()
  const [asking, ask] = useState(false)
  return (
    <>
      <SteadyButton className="btn-line btn-sm" off={busy} onClick={onRenew}>
        {a('codes.renew')}
      </SteadyButton>
      <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => ask(true)}>
        {a('factor.end')}
      </SteadyButton>
      <Dialog
        open={asking}
        onClose={() => ask(false)}
        title={a('factor.endTitle')}
        closeLabel={t('close')}
        footer={
          <>
            <button type="button" className="btn btn-line" onClick={() => ask(false)}>
              {t('cancel')}
            </button>
            <button
              type="button"
              className="btn btn-neutral"
              onClick={() => {
                ask(false)
                onEnd()
              }}
            >
              {a('factor.end')}
            </button>
          </>
        }
      >
        <p>{a('factor.endText')}</p>
      </Dialog>
    </>
  )
}

const Loss = ({ until, busy, onStop }: { until: number; busy: boolean; onStop: () => void }) => (
  <div role="alert" className="tone tone-error border rounded-field px-4 py-3 text-sm grid gap-2 justify-items-start">
    <p>
      <UnbrokenDates text={a('factor.lost', { time: utcDateTime(until) })} />
    </p>
    <SteadyButton className="btn-line btn-sm" off={busy} onClick={onStop}>
      {a('factor.stopLoss')}
    </SteadyButton>
  </div>
)
