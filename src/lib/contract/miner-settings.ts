import * as v from 'valibot'
import { UnixSeconds } from './fields.ts'

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** Hours of a week, from Monday 0:00 in an IANA time zone: 168 digits, 1 where the device may mine. */
export const WeekSchedule = v.object({
  zone: v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w/+-]+$/)),
  hours: v.pipe(v.string(), v.regex(/^[01]{168}$/)),
})
export type WeekSchedule = v.InferOutput<typeof WeekSchedule>

/** When and how hard a device mines. The device keeps them. */
export const MinerSettings = v.object({
  threads: whole(1, 256),
  /** Percent of each thread's time that it works. */
  throttle: whole(1, 100),
  /** Mines only after `idleMinutes` without input. */
  isOnlyIdle: v.boolean(),
  idleMinutes: whole(1, 120),
  isOnlyOnMains: v.boolean(),
  /** Pauses while a program fills the screen: films and games have no input for minutes. */
  isPausedFullScreen: v.boolean(),
  /** The temperature in °C from which it pauses; null for none. */
  maxCelsius: v.nullable(whole(40, 110)),
  /** Null where it may mine at any hour. */
  schedule: v.nullable(WeekSchedule),
})
export type MinerSettings = v.InferOutput<typeof MinerSettings>

export const pauseReasons = ['user', 'schedule', 'battery', 'hot', 'full-screen', 'in-use'] as const
export type PauseReason = (typeof pauseReasons)[number]

/** Why a device pauses; `until` only where its user named a time. */
export const Pause = v.object({ reason: v.picklist(pauseReasons), until: v.optional(UnixSeconds) })
export type Pause = v.InferOutput<typeof Pause>

/** Measured by the system; a field is absent where it does not tell. */
export const Sensors = v.object({
  /** Highest temperature of the processor or a graphics card. */
  celsius: v.optional(v.pipe(v.number(), v.minValue(-50), v.maxValue(200))),
  /** Power of the processor and the graphics cards. */
  watts: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
  /** Percent of the processor's time in use by all programs. */
  utilisation: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
})
export type Sensors = v.InferOutput<typeof Sensors>

const { entries } = MinerSettings
/** Some of the settings. Written out: the library's `partial` would be in the first files of every page. */
export const SomeSettings = v.object({
  threads: v.optional(entries.threads),
  throttle: v.optional(entries.throttle),
  isOnlyIdle: v.optional(entries.isOnlyIdle),
  idleMinutes: v.optional(entries.idleMinutes),
  isOnlyOnMains: v.optional(entries.isOnlyOnMains),
  isPausedFullScreen: v.optional(entries.isPausedFullScreen),
  maxCelsius: v.optional(entries.maxCelsius),
  schedule: v.optional(entries.schedule),
})

/** A change that the dashboard asks of a device. Replies carry it until a report confirms its id. */
export const Wish = v.object({
  /** Increases with each change of the wish. */
  id: whole(1, 2_147_483_647),
  settings: v.optional(SomeSettings),
  /** Pauses until then; null ends the user's pause; absent leaves it. */
  pauseUntil: v.optional(v.nullable(UnixSeconds)),
})
export type Wish = v.InferOutput<typeof Wish>
