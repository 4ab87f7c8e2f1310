import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import * as icons from '#lib/illustration/icons.ts'
import * as rules from '#lib/rules/ambassadors.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { m } from './texts.ts'

const CELLS = 20
const values = {
  friends: rules.LEVEL_1_FRIENDS,
  two: formatCount(rules.LEVEL_2_DEVICES),
  three: formatCount(rules.LEVEL_3_DEVICES),
  days: rules.PROMOTION_DAYS,
}

/** Requirement of a level and the progress towards it. */
function progressOf(info: AmbassadorInfo, level: 1 | 2 | 3): { have: number; need: number } {
  if (level === 1) return { have: info.validFriends, need: rules.LEVEL_1_FRIENDS + 1 }
  if (level === 2) return { have: info.lastDay?.direct ?? 0, need: rules.LEVEL_2_DEVICES }
  return { have: info.lastDay?.bothTiers ?? 0, need: rules.LEVEL_3_DEVICES }
}

/** The three levels side by side: reached, current, next and later ones. */
export function Levels({ info }: { info: AmbassadorInfo }) {
  return (
    <ol className="grid md:grid-cols-3 gap-x-1 gap-y-6">
      {([1, 2, 3] as const).map((level) => (
        <LevelColumn key={level} level={level} info={info} />
      ))}
    </ol>
  )
}

function LevelColumn({ level, info }: { level: 1 | 2 | 3; info: AmbassadorInfo }) {
  const { have, need } = progressOf(info, level)
  const isReached = info.level >= level
  const isNext = level === info.level + 1
  const filled = isReached ? CELLS : isNext ? Math.min(CELLS, Math.floor((have / need) * CELLS)) : 0
  const label = m('bar', { level, have: formatCount(have), need: formatCount(need) })
  return (
    <li>
      <HeatStrip
        cells={Array.from({ length: CELLS }, (_, cell) => (cell < filled ? level + 1 : 0))}
        label={label}
        className="h-3!"
      />
      <div className="pt-4 md:pr-5 grid gap-1 justify-items-start">
        <h3 className={`title text-xl flex items-center gap-2.5 ${isReached || isNext ? '' : 'text-faint'}`}>
          Lv.{level}
          {info.level === level && (
            <Status tone="primary" mark="on">
              {m('here')}
            </Status>
          )}
        </h3>
        <p className="text-sm text-muted">{m(`levels.${level}`, values)}</p>
        {isNext && <Next level={level} info={info} />}
        {info.level === level && <KeepConditions info={info} />}
        {info.level > level && <Fulfilled text={m('reached')} />}
        {!isReached && !isNext && <p className="mt-3 text-sm text-faint">{m('opens', { level: level - 1 })}</p>}
      </div>
    </li>
  )
}

function Figure({ value, text }: { value: number; text: string }) {
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <span className="figure text-3xl" translate="no">
        {formatCount(value)}
      </span>
      <span className="text-sm text-muted num">
        <UnbrokenDates text={text} />
      </span>
    </p>
  )
}

/** Remaining requirements of the next level. */
function Next({ level, info }: { level: 1 | 2 | 3; info: AmbassadorInfo }) {
  const { have, need } = progressOf(info, level)
  if (level === 1) return <Figure value={have} text={m('friends', { need })} />
  const { days = 0, neededDays = rules.PROMOTION_DAYS } = info.next ?? {}
  return (
    <>
      <Figure value={have} text={m('devices', { need: formatCount(need), day: info.lastDay?.day ?? m('noDay') })} />
      <p className="flex items-center gap-2 text-sm text-muted">
        <span className="flex gap-1" aria-hidden="true">
          {Array.from({ length: neededDays }, (_, day) => day + 1).map((day) => (
            <span key={day} className={`mark size-3! ${day <= days ? 'text-success' : 'mark-off text-faint'}`} />
          ))}
        </span>
        {m('row', { days, need: neededDays })}
      </p>
      <p className="text-xs text-faint">
        {m('today', { count: formatCount(level === 3 ? info.today.bothTiers : info.today.direct) })}
      </p>
    </>
  )
}

/** Conditions that keep the current level, and a warning when it is at risk. */
function KeepConditions({ info: { keep, below, level } }: { info: AmbassadorInfo }) {
  if (!keep) return null
  return (
    <>
      <Figure value={keep.devices} text={m('keep', { need: keep.needed, days: rules.KEEP_DAYS })} />
      {keep.isSafe ? (
        <Fulfilled text={m('keptUntil', { day: keep.until })} />
      ) : (
        <Warning text={m('keepRisk', { day: keep.until, left: keep.daysLeft })} />
      )}
      {below && below.days > 0 && (
        <Warning
          text={m('below', {
            days: below.days,
            need: formatCount(below.needed),
            level: level - 1,
            left: below.daysLeft,
          })}
        />
      )}
    </>
  )
}

function Fulfilled({ text }: { text: string }) {
  return (
    <p className="mt-3 text-sm text-success inline-flex items-center gap-1.5">
      <Icon path={icons.check} className="size-4" />
      <UnbrokenDates text={text} />
    </p>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p className="w-full tone tone-warning border rounded-field px-3 py-2 mt-2 text-sm">
      <UnbrokenDates text={text} />
    </p>
  )
}
