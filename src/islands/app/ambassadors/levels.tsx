import type { AmbassadorInfo } from '#lib/contract/ambassadors.ts'
import * as icons from '#lib/illustration/icons.ts'
import * as rules from '#lib/rules/ambassadors.ts'
import { formatCount } from '#lib/text/decimal.ts'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Icon } from '#ui/icon.tsx'
import { Status } from '#ui/status.tsx'
import { UnbrokenDates } from '#ui/unbroken-dates.tsx'
import { figures } from './rules.tsx'
import { m } from './texts.ts'

const CELLS = 20

/** Requirement of a level and the progress towards it; of the current one, what keeps it. */
function progressOf(info: AmbassadorInfo, level: 1 | 2 | 3): [have: number, need: number] {
  if (info.keep && level === info.level) return [info.keep.devices, info.keep.needed]
  if (level === 1) return [info.validFriends, rules.LEVEL_1_FRIENDS + 1]
  if (level === 2) return [info.lastDay?.direct ?? 0, rules.LEVEL_2_DEVICES]
  return [info.lastDay?.bothTiers ?? 0, rules.LEVEL_3_DEVICES]
}

/** The three levels side by side: reached, current, next and later ones. */
export function Levels({ info }: { info: AmbassadorInfo }) {
  return (
    <ol className="grid md:grid-cols-3 gap-8">
      {([1, 2, 3] as const).map((level) => (
        <LevelColumn key={level} level={level} info={info} />
      ))}
    </ol>
  )
}

function LevelColumn({ level, info }: { level: 1 | 2 | 3; info: AmbassadorInfo }) {
  const [have, need] = progressOf(info, level)
  const distance = level - info.level
  return (
    <li className="grid gap-1 justify-items-start content-start">
      <h3 className={`title text-xl flex items-center gap-2.5 ${distance > 1 ? 'text-faint' : ''}`}>
        Lv.{level}
        {distance === 0 && (
          <Status tone="primary" mark="on">
            {m('here')}
          </Status>
        )}
      </h3>
      {/* The same figures as below it. */}
      <HeatStrip
        cells={Array.from({ length: CELLS }, (_, cell) =>
          distance < 0 || (cell + 1) * need <= have * CELLS ? level + 1 : 0,
        )}
        label={m('bar', { level, have: formatCount(have), need: formatCount(need) })}
        className="w-full h-3! my-1.5"
      />
      <p className="text-sm text-muted">{m(`levels.${level}`, figures)}</p>
      {distance === 1 && <Next level={level} info={info} />}
      {distance === 0 && <KeepConditions info={info} />}
      {distance < 0 && <Fulfilled text={m('reached')} />}
      {distance > 1 && <p className="mt-3 text-sm text-faint">{m('opens', { level: level - 1 })}</p>}
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
  const [have, need] = progressOf(info, level)
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
      {!!below?.days && (
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
