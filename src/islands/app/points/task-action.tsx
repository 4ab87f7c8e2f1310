import { useState } from 'react'
import { brand } from '#lib/brand.ts'
import type { TaskKind } from '#lib/rules/tasks.ts'
import { useCountdown } from '#ui/countdown.ts'
import { Status } from '#ui/status.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { actionErrorText } from '../core/calls/error-text.ts'
import { serviceMs } from '../core/calls/service-clock.ts'
import { useT } from '../core/texts/i18n.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { type Task, verify } from './tasks-store.ts'
import { p } from './texts.ts'
import { useVerificationToast } from './verification-toast.ts'

/** Screens on which a task is done. */
const places: Partial<Record<TaskKind, string>> = {
  'bind-device': '/user/overview-main/machine',
  'mine-day': '/user/overview-main/machine',
  'payment-password': '/user/account',
  invite: '/user/invitation',
}

/** Action of a task: go, verify, wait, or none. */
export function TaskAction({ task }: { task: Task }) {
  if (task.status === 'verified')
    return (
      <Status tone="success" mark="on">
        {p('status.verified')}
      </Status>
    )
  if (task.status === 'closed')
    return (
      <Status tone="muted" mark="off">
        {p('status.closed')}
      </Status>
    )
  if (task.status === 'pending')
    return (
      <Status tone="info" mark="half">
        {p('status.pending')}
      </Status>
    )
  const isReached = task.progress != null && task.progress.seconds >= task.progress.needed
  return (
    <span className="flex items-center gap-2">
      {!isReached && <Go task={task} />}
      {task.type === 'custom' || task.type === 'email' ? <ProofDialog task={task} /> : <Verify task={task} />}
    </span>
  )
}

/** Our own pages on other sites, for tasks without a link. */
const pages: Partial<Record<TaskKind, string>> = { 'follow-x': brand.microblog, 'join-discord': brand.chat }
const isUnlinked = (task: Task) =>
  task.status === 'failed' && ['not-connected', 'connect-again'].includes(task.failure.kind)

function Go({ task }: { task: Task }) {
  const place = places[task.type]
  if (isUnlinked(task))
    return (
      <a className="btn btn-line btn-sm" href="/user/account#social">
        {p('tasks.connect')}
      </a>
    )
  if (place)
    return (
      <a className="btn btn-line btn-sm" href={place}>
        {p('tasks.go')}
      </a>
    )
  const page = task.link ?? pages[task.type]
  if (!page) return null
  return (
    <a className="btn btn-line btn-sm" href={page} target="_blank" rel="noopener noreferrer">
      {p('tasks.go')}
    </a>
  )
}

/** Seconds, or whole minutes for long waits. */
const waitText = (seconds: number): string =>
  seconds < 120 ? p('tasks.wait', { seconds }) : p('tasks.waitMinutes', { minutes: Math.ceil(seconds / 60) })

const nextTryOf = (task: Task): number => {
  if (task.status === 'failed') return task.nextTryAt
  return (task.status === 'unverified' && task.waiting?.nextTryAt) || 0
}

/** Verifies a task; after a recent attempt, shows the seconds until the next. */
function Verify({ task }: { task: Task }) {
  const t = useT()
  const showResult = useVerificationToast()
  const [busy, setBusy] = useState(false)
  const left = useCountdown({ deadline: nextTryOf(task) * 1000, now: serviceMs })
  const run = async () => {
    setBusy(true)
    await verify(task.id).then(showResult, (error: unknown) => toast('error', actionErrorText(t, error)))
    setBusy(false)
  }
  return (
    <SteadyButton className="btn-neutral btn-sm num" off={busy || left > 0} aria-busy={busy} onClick={() => void run()}>
      {left > 0 ? waitText(left) : p(task.status === 'failed' ? 'tasks.again' : 'tasks.verify')}
    </SteadyButton>
  )
}
