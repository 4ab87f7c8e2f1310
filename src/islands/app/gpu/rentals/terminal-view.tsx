import { useEffect, useRef, useState } from 'react'
import { actionErrorText } from '../../core/calls/error-text.ts'
import { useT } from '../../core/texts/i18n.ts'
import { m } from '../texts.ts'
import { drawTerminal } from './terminal-screen.ts'
import type { TerminalEnd, TerminalKind } from './terminal-socket.ts'

/** A terminal or a log with its state, and a way to connect again. */
export function TerminalView({ rentalId, kind }: { rentalId: string; kind: TerminalKind }) {
  const t = useT()
  const place = useRef<HTMLElement>(null)
  const [state, setState] = useState<'connecting' | 'open' | TerminalEnd>('connecting')
  const [problem, setProblem] = useState<string>()
  const [isRead, setRead] = useState(false)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is another connection.
  useEffect(() => {
    if (!place.current) return
    setProblem(undefined)
    return drawTerminal(place.current, {
      ...{ rentalId, kind, isRead },
      onState: setState,
      onFailed: (error) => setProblem(actionErrorText(t, error)),
    })
  }, [rentalId, kind, isRead, round])
  const isOver = problem !== undefined || (state !== 'connecting' && state !== 'open')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section
        ref={place}
        className="h-80 lg:h-96 rounded-field overflow-hidden bg-[#0e1316] p-2"
        aria-label={m(`inside.${kind}`)}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 min-h-10">
        <p role="status" className="text-sm text-muted">
          {problem ?? m(`inside.states.${state}`)}
        </p>
        {isOver && state !== 'over' && (
          <button type="button" className="btn btn-line btn-sm" onClick={() => setRound(round + 1)}>
            {m('inside.again')}
          </button>
        )}
      </div>
      <label className="flex items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="accent-primary size-4 shrink-0"
          checked={isRead}
          onChange={({ currentTarget }) => setRead(currentTarget.checked)}
        />
        {m('inside.readAloud')}
      </label>
      <p className="text-xs text-muted">{m(`inside.hint.${kind}`)}</p>
    </div>
  )
}
