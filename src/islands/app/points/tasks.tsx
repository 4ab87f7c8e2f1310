import { useStore } from '@nanostores/react'
import * as icons from '#lib/illustration/icons.ts'
import type { TaskKind } from '#lib/rules/tasks.ts'
import { groupThousands } from '#lib/text/decimal.ts'
import { localDateTime, utcDateTime } from '#lib/time/format.ts'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { RowsSkeleton } from '#ui/skeleton.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { PagedRows } from '../core/lists/paged-rows.tsx'
import { useLanguage, useT } from '../core/texts/i18n.ts'
import { durationText } from '../devices/index.ts'
import { BrassStrip, CELLS } from './brass-strip.tsx'
import { TaskAction } from './task-action.tsx'
import { $ongoing, $page, $past, $verified, SIZE, type Task } from './tasks-store.ts'
import { inLanguage, p } from './texts.ts'

const iconOf: Record<TaskKind, icons.IconPath> = {
  'bind-device': icons.monitor,
  'mine-day': icons.clock,
  invite: icons.userRound,
  'payment-password': icons.shieldCheck,
  email: icons.inbox,
  'follow-x': icons.atSign,
  'join-discord': icons.messagesSquare,
  custom: icons.pencil,
}

export function Tasks({ tab }: { tab: 'ongoing' | 'past' }) {
  const page = useStore($page)
  const verified = useStore($verified)
  return (
    <PagedRows
      store={tab === 'past' ? $past : $ongoing}
      of={tab}
      page={page}
      size={SIZE}
      totalOf={({ total }) => total}
      onPage={(next) => $page.set(next)}
      className="border-t border-line px-5 lg:px-6 py-3"
      skeleton={<RowsSkeleton rows={SIZE} height="h-20" />}
    >
      {({ records, total }) =>
        total === 0 ? (
          <Empty title={p(`tasks.none.${tab}`)} text={p(`tasks.noneText.${tab}`)} />
        ) : (
          <ul className="rule" aria-label={p(`tabs.${tab}`)}>
            {records.map((task) => (
              <TaskRow
                key={`${task.id}${'finishedAt' in task ? task.finishedAt : ''}`}
                task={(tab === 'ongoing' && verified[task.id]) || task}
              />
            ))}
          </ul>
        )
      }
    </PagedRows>
  )
}

function TaskRow({ task }: { task: Task }) {
  const { locale } = useLanguage()
  const isOver = task.status === 'verified' || task.status === 'closed'
  return (
    <li className="px-5 lg:px-6 py-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <span className="size-9 rounded-field border border-line grid place-items-center shrink-0">
        <Icon
          path={iconOf[task.type]}
          className={`size-4 ${task.status === 'verified' ? 'text-success' : 'text-muted'}`}
        />
      </span>
      <div className="flex-1 min-w-48">
        <p className={`font-semibold ${isOver ? 'text-muted' : ''}`}>{locale === 'zh' ? task.titleZh : task.title}</p>
        <Note task={task} />
      </div>
      <div className="flex items-center gap-x-4 gap-y-2 max-sm:w-full">
        <Until task={task} />
        <span className="num title text-lg text-accent sm:min-w-16 text-right" translate="no">
          +{groupThousands(task.amount)}
        </span>
        {/* As wide as its widest action, so that the points stay in one column. */}
        <span className="flex justify-end max-sm:order-1 sm:w-48">
          <TaskAction task={task} />
        </span>
      </div>
    </li>
  )
}

/** Instructions, progress, or reason of failure of a task. */
function Note({ task }: { task: Task }) {
  const { t, locale } = useLanguage()
  if ('failure' in task && task.failure)
    return (
      <p className="text-sm text-error break-words">
        {p(`failure.${task.failure.kind}`, inLanguage(locale, task.failure.values))}
      </p>
    )
  if (task.status === 'unverified' && task.waiting)
    return (
      <p className="text-sm break-words">
        <UnbrokenDates text={p(`waiting.${task.waiting.why}`, { time: utcDateTime(task.waiting.nextTryAt) })} />
      </p>
    )
  return (
    <>
      <p className="text-sm text-muted break-words">{locale === 'zh' ? task.textZh : task.text}</p>
      {task.progress && (
        <>
          <p className="text-sm mt-1 mb-1.5">
            {p(task.progress.seconds < task.progress.needed ? 'tasks.progress' : 'tasks.reached', {
              done: durationText(t, task.progress.seconds),
              // Whole hours, as the task's own text has them.
              needed: t('units.hours', { count: task.progress.needed / 3600 }),
            })}
          </p>
          <Progress seconds={task.progress.seconds} needed={task.progress.needed} />
        </>
      )}
    </>
  )
}

function Progress({ seconds, needed }: { seconds: number; needed: number }) {
  const lit = Math.floor((Math.min(seconds, needed) / needed) * CELLS)
  return (
    <div className="max-w-80">
      <BrassStrip lit={lit} />
    </div>
  )
}

/** The end of the task, or the time when it was finished or closed. */
function Until({ task }: { task: Task }) {
  const t = useT()
  const at = task.status === 'verified' ? task.finishedAt : task.status === 'closed' ? task.closedAt : task.validUntil
  if (at === null)
    return (
      <span className="text-xs text-faint max-sm:order-1 max-sm:flex-1 sm:w-44 sm:text-right">{p('tasks.noEnd')}</span>
    )
  const key = task.status === 'verified' ? 'finishedAt' : task.status === 'closed' ? 'closedAt' : 'until'
  return (
    <span
      className="text-xs text-faint num whitespace-normal! max-sm:order-1 max-sm:flex-1 sm:w-44 sm:text-right"
      title={t('timeline.yourTime', { time: localDateTime(at) })}
    >
      <UnbrokenDates text={p(`tasks.${key}`, { time: utcDateTime(at) })} />
    </span>
  )
}
