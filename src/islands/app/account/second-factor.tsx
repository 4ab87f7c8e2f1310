import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { secondFactor } from '#lib/contract/second-factor.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Dialog } from '#ui/dialog.tsx'
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

type Factor = ReplyOf<typeof secondFactor>

/** The second factor: its current state and all actions. */
export function SecondFactorPanel() {
  return (
    <section className="panel p-5 lg:p-6" aria-labelledby="second-factor">
      <h2 id="second-factor" className="title text-lg">
        {a('factor.title')}
      </h2>
      <p className="text-sm text-muted mt-1">{a('factor.text')}</p>
      <div className="mt-4 min-h-[4.5rem]">
        <Loaded store={$factor} skeleton={<LinesSkeleton lines={3} />} flush>
          {(factor) => <CurrentState factor={factor} />}
        </Loaded>
      </div>
    </section>
  )
}

function CurrentState({ factor }: { factor: Factor }) {
  const t = useT()
  const { run, busy, dialog } = useStepUp()
  const [setup, setSetup] = useState<FactorSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => {
    setSetup(undefined)
    setCodes(undefined)
  }
  return (
    <div className="grid gap-3 justify-items-start">
      {factor.lostUntil !== null && (
        <Loss until={factor.lostUntil} busy={busy} onStop={() => void run(stopLostFactorRemoval)} />
      )}
      {factor.since === null ? (
        <Off busy={busy} onBegin={() => void run(async () => setSetup(await beginFactor()))} />
      ) : (
        <On
          since={factor.since}
          left={factor.recoveryCodesLeft}
          busy={busy}
          onRenew={() => void run(async () => setCodes(await renewCodes()))}
          onEnd={() =>
            void run(async () => toast('success', a('factor.ended', { time: utcDateTime(await endFactor()) })))
          }
        />
      )}
      {dialog}
      <Dialog
        open={setup !== undefined || codes !== undefined}
        onClose={close}
        // The codes are shown once: only their own button closes them.
        dismissable={codes === undefined}
        title={a(codes ? 'codes.title' : 'factor.setUp')}
        closeLabel={t('close')}
      >
        <Suspense fallback={<LinesSkeleton lines={6} />}>
          {codes ? <RecoveryCodes codes={codes} onDone={close} /> : setup && <SetUp setup={setup} onDone={setCodes} />}
        </Suspense>
      </Dialog>
    </div>
  )
}

const Off = ({ busy, onBegin }: { busy: boolean; onBegin: () => void }) => (
  <>
    <Status tone="warning" mark="off">
      {a('factor.off')}
    </Status>
    <SteadyButton className="btn-line btn-sm" off={busy} onClick={onBegin}>
      {a('factor.begin')}
    </SteadyButton>
  </>
)

interface OnProps {
  since: number
  left: number
  busy: boolean
  onRenew: () => void
  onEnd: () => void
}

function On({ since, left, busy, onRenew, onEnd }: OnProps) {
  const t = useT()
  const [asking, ask] = useState(false)
  return (
    <>
      <Status tone="success" mark="on">
        {a('factor.on')}
      </Status>
      <p className="text-sm text-muted">
        <UnbrokenDates text={a('factor.since', { time: utcDateTime(since) })} />
        <span className={`block ${left < 3 ? 'text-error' : ''}`}>{a('factor.left', { left })}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <SteadyButton className="btn-line btn-sm" off={busy} onClick={onRenew}>
          {a('codes.renew')}
        </SteadyButton>
        <SteadyButton className="btn-ghost btn-sm" off={busy} onClick={() => ask(true)}>
          {a('factor.end')}
        </SteadyButton>
      </div>
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
