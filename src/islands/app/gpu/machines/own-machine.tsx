import { useState } from 'react'
import type { OwnMachine } from '#lib/contract/gpu-machines.ts'
import { formatMoney } from '#lib/text/decimal.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { Status, type Tone } from '#ui/status.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { isForOwner, missingGpusText, ownStateText, regionText, troubleText } from '../format.ts'
import { OfferStatus } from '../status.tsx'
import { m } from '../texts.ts'
import { MachineDialogs, type OpenDialog } from './dialogs.tsx'
import { resume } from './store.ts'

const marks = {
  waiting: ['info', 'half'],
  approved: ['success', 'half'],
  stopped: ['muted', 'off'],
  refused: ['error', 'off'],
  withdrawn: ['muted', 'off'],
} as const satisfies Record<OwnMachine['state'], readonly [Tone, 'on' | 'half' | 'off']>

/** Current state of a machine, and the owner's actions. */
export function OwnMachineRow({ machine }: { machine: OwnMachine }) {
  const { name, region, price, about, state, machine: listed } = machine
  const [tone, mark] = marks[state]
  return (
    <li className="px-5 lg:px-6 py-5 grid grid-cols-[minmax(0,1fr)] gap-2" aria-label={name}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="title min-w-0 break-words">
          <bdi>{name}</bdi>
        </h3>
        {listed && state === 'approved' && isForOwner(listed) ? (
          <Status tone="warning" mark="half">
            {ownStateText(listed)}
          </Status>
        ) : listed && state === 'approved' ? (
          <OfferStatus offer={{ state: listed.state, isSimulated: false }} />
        ) : (
          <Status tone={tone} mark={mark}>
            {m(`machines.${state}`)}
          </Status>
        )}
      </div>
      <p className="text-sm text-muted break-words">
        <bdi>{regionText(region)}</bdi> · {m('machines.priceOf', { price: formatMoney(price) })} ·{' '}
        <bdi>{listed?.model ?? about}</bdi>
      </p>
      <StatusNote machine={machine} />
      <Acts machine={machine} />
    </li>
  )
}

function StatusNote({ machine: { state, reason, share, askedAt, tokenAt, machine: listed } }: { machine: OwnMachine }) {
  const text = () => {
    if (state === 'waiting') return m('machines.waitingText', { time: utcDateTime(askedAt) })
    if (state === 'refused') return m('machines.refusedText', { reason })
    if (state === 'stopped') return m('machines.stoppedText')
    if (state === 'withdrawn') return m('machines.withdrawnText')
    if (listed?.lacking) return missingGpusText(listed.lacking)
    if (listed?.trouble) return troubleText(listed.trouble)
    if (listed) return listed.isExposed ? m('machines.exposedText') : ''
    if (tokenAt !== null) return m('machines.startText', { time: utcDateTime(tokenAt) })
    return m('machines.approvedText', { share: (share ?? 0) / 100 })
  }
  const isWarning = Boolean(listed?.lacking || listed?.isExposed)
  return <p className={`text-sm break-words empty:hidden ${isWarning ? 'text-warning-text' : ''}`}>{text()}</p>
}

function Acts({ machine }: { machine: OwnMachine }) {
  const t = useT()
  const [opened, ask] = useState<OpenDialog>()
  const { state, tokenAt } = machine
  if (state === 'refused' || state === 'withdrawn') return null
  const begin = async () => {
    try {
      await resume(machine)
      toast('success', m('machines.done'))
    } catch (error) {
      toast('error', actionErrorText(t, error))
    }
  }
  return (
    <div className="flex flex-wrap gap-2 mt-1">
      {state !== 'waiting' && (
        <button
          type="button"
          className={`btn btn-sm ${tokenAt === null ? 'btn-neutral' : 'btn-line'}`}
          onClick={() => ask(tokenAt === null ? 'token' : 'newToken')}
        >
          {m(tokenAt === null ? 'machines.token' : 'machines.newToken')}
        </button>
      )}
      {machine.machine && !machine.machine.isExposed && (
        <button type="button" className="btn btn-line btn-sm" onClick={() => ask('templates')}>
          {m('machines.templates')}
        </button>
      )}
      {state === 'stopped' ? (
        <button type="button" className="btn btn-line btn-sm" onClick={() => void begin()}>
          {m('machines.resume')}
        </button>
      ) : (
        <button
          type="button"
          className={`btn btn-sm ${state === 'waiting' ? 'btn-line' : 'btn-ghost text-muted'}`}
          onClick={() => ask('stop')}
        >
          {m(machine.machine ? 'machines.stop' : 'machines.withdraw')}
        </button>
      )}
      <MachineDialogs machine={machine} opened={opened} onClose={() => ask(undefined)} />
    </div>
  )
}
