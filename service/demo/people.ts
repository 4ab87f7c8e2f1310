import type { MinerSettings, Pause, Sensors } from '#lib/contract/miner-settings.ts'
import { defaultMinerSettings } from '#lib/rules/miner-settings.ts'
import { presets } from '#lib/rules/week-schedule.ts'
import { userByName } from '#service/identity/users/queries.ts'
import type { UserTable } from '#service/identity/users/tables.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import type { Context } from '#service/platform/context.ts'

/** People and devices of the demo. Every figure that the demo shows follows from this list and the clock. */

/** Running times of a PC (habits.ts). */
export type Habit = 'always' | 'nights' | 'evenings' | 'office'

export interface DevicePlan {
  name: string
  hardware: string
  gpuCount: number
  version: string
  /** Mean hashes a second. */
  rate: number
  habit: Habit
  boundDaysAgo: number
  /** Its miner is too old to send a machine fingerprint. */
  isOldMiner?: boolean
  /** Last seen this many days ago. */
  goneDaysAgo?: number
  /** Online without a share: paused by its user, or silent. Begins shortly before the demo is filled. */
  idle?: 'paused' | 'silent'
  /** Fraction of wrong shares. */
  wrong?: number
  /** When and how hard it mines, where its miner tells. */
  settings?: MinerSettings
  /** Its own reason to pause, for which it finds nothing. */
  pause?: Exclude<Pause['reason'], 'user'>
  /** Measured, the same at any time. */
  sensors?: Required<Sensors>
}

export interface PersonPlan {
  username: string
  name: string
  invited: boolean
  /** Registered under the versions before those in force; `confirmed` if the newer terms were accepted since. */
  agreed?: 'earlier' | 'confirmed'
  devices: readonly DevicePlan[]
}

export const DEMO_USER = 'demo@idleforge.example'

const MH = 1_000_000

type Rest = Partial<DevicePlan> & { habit: Habit; boundDaysAgo: number }

const device = (
  name: string,
  hardware: string,
  { megahashes, ...rest }: Rest & { megahashes: number },
): DevicePlan => ({
  name,
  hardware,
  gpuCount: 0,
  version: '1.0.0',
  rate: megahashes * MH,
  ...rest,
})

/** A miner that tells its settings. */
const told = (settings: Partial<MinerSettings> & Pick<MinerSettings, 'threads'>) => ({
  version: '1.2.0',
  settings: {
    ...defaultMinerSettings,
    ...settings,
  },
})

const own: DevicePlan[] = [
  device('Study tower', 'AMD Ryzen 9 7950X, 32 threads, Windows 11', {
    megahashes: 31.4,
    gpuCount: 1,
    habit: 'always',
    boundDaysAgo: 14,
    ...told({ threads: 30, isOnlyIdle: false }),
    sensors: { celsius: 71, watts: 168, utilisation: 96 },
  }),
  device('Render box', 'AMD Ryzen Threadripper 3960X, 48 threads, Linux 6.8', {
    megahashes: 27.2,
    gpuCount: 2,
    habit: 'always',
    boundDaysAgo: 12,
    wrong: 0.004,
    ...told({ threads: 46, throttle: 80, isOnlyIdle: false, isOnlyOnMains: false }),
    sensors: { celsius: 64, watts: 214, utilisation: 78 },
  }),
  device('Gaming PC', 'Intel Core i7-13700K, 24 threads, Windows 11', {
    megahashes: 21.4,
    gpuCount: 1,
    habit: 'nights',
    boundDaysAgo: 14,
    ...told({ threads: 23, schedule: { zone: 'Europe/Berlin', hours: presets.nights } }),
    sensors: { celsius: 68, watts: 131, utilisation: 94 },
  }),
  device('Office desk', 'Intel Core i5-12400, 12 threads, Windows 10', {
    megahashes: 9.8,
    habit: 'office',
    boundDaysAgo: 13,
  }),
  device('Living room', 'AMD Ryzen 5 5600G, 12 threads, Windows 11', {
    megahashes: 8.1,
    habit: 'always',
    boundDaysAgo: 9,
    idle: 'paused',
    pause: 'in-use',
    ...told({ threads: 11, throttle: 60 }),
    sensors: { celsius: 47, watts: 21, utilisation: 12 },
  }),
  device('Garage server', 'Intel Xeon E3-1230, 8 threads, Linux 6.1', {
    megahashes: 4.3,
    habit: 'always',
    boundDaysAgo: 14,
    idle: 'silent',
  }),
  device('Old notebook', 'Intel Core i3-7100U, 4 threads, Windows 10', {
    megahashes: 0.9,
    habit: 'evenings',
    boundDaysAgo: 11,
    goneDaysAgo: 3,
  }),
  device('Mini PC', 'Intel N100, 4 threads, Linux 6.8', {
    megahashes: 2.2,
    habit: 'always',
    boundDaysAgo: 6,
    ...told({ threads: 3, isOnlyIdle: false, maxCelsius: null }),
    sensors: { celsius: 93, watts: 14, utilisation: 88 },
  }),
]

/**
 * PCs that the first person had before the 14 days, from the first to the last of these days ago: their account keeps the hours, and
 * nothing else is left of them.
 */
export const earlier: readonly (DevicePlan & { goneDaysAgo: number })[] = [
  ['First notebook', 3.6, 'evenings', 402, 214],
  ['Student desktop', 15.2, 'nights', 338, 14],
  ['Hall server', 21.5, 'always', 247, 14],
  ['Reception', 9.8, 'office', 186, 14],
  ['Old gaming PC', 22.1, 'nights', 141, 14],
  ['Workstation', 26.4, 'always', 74, 14],
].map(([name, megahashes, habit, boundDaysAgo, goneDaysAgo]) => ({
  ...device(String(name), '', {
    megahashes: Number(megahashes),
    habit: habit as Habit,
    boundDaysAgo: Number(boundDaysAgo),
  }),
  goneDaysAgo: Number(goneDaysAgo),
}))

/** Days ago in which all of them were off: a holiday. */
export const HOLIDAY = { from: 118, to: 106 }

const person = (name: string, invited: boolean, devices: readonly DevicePlan[]): PersonPlan => ({
  username: `${name.toLowerCase().replace(' ', '.')}@idleforge.example`,
  name,
  invited,
  devices,
})

export const people: readonly PersonPlan[] = [
  { username: DEMO_USER, name: 'Demo', invited: false, devices: own },
  person('Lin Wei', true, [
    device('书房电脑', 'AMD Ryzen 7 5800X, 16 threads, Windows 11', {
      megahashes: 18.7,
      habit: 'nights',
      boundDaysAgo: 12,
    }),
    device('Lab 2', 'Intel Core i9-12900, 24 threads, Linux 6.8', {
      megahashes: 26.3,
      habit: 'office',
      boundDaysAgo: 8,
    }),
  ]),
  person('Marta Kral', true, [
    device('Workstation', 'AMD Ryzen 9 5900X, 24 threads, Linux 6.8', {
      megahashes: 29.5,
      habit: 'always',
      boundDaysAgo: 10,
    }),
  ]),
  person('Tomas Berg', false, [
    device('Reception', 'Intel Core i5-9400, 6 threads, Windows 10', {
      megahashes: 5.6,
      habit: 'office',
      boundDaysAgo: 14,
    }),
    device('Meeting room', 'Intel Core i5-9400, 6 threads, Windows 10', {
      megahashes: 5.4,
      habit: 'nights',
      boundDaysAgo: 14,
    }),
  ]),
  {
    ...person('Yuki Sato', false, [
      device('Desktop', 'Intel Core i7-10700, 16 threads, Windows 11', {
        megahashes: 13.2,
        habit: 'evenings',
        boundDaysAgo: 7,
      }),
    ]),
    agreed: 'confirmed',
  },
  person('Ines Rocha', true, [
    device('Loft PC', 'AMD Ryzen 5 3600, 12 threads, Windows 10', {
      megahashes: 7.9,
      habit: 'nights',
      boundDaysAgo: 5,
      isOldMiner: true,
    }),
  ]),
  { ...person('Sam Okoro', true, []), agreed: 'earlier' },
]

/** Key of a device's plan; independent of its name, because owners may rename devices. */
export const keyOf = (person: PersonPlan, index: number): string => `${person.username}#${index}`

export const plansByKey: ReadonlyMap<string, DevicePlan> = new Map(
  people.flatMap((one) => one.devices.map((plan, index) => [keyOf(one, index), plan] as const)),
)

/** The demo's first person: who enters the demo is that one. */
export async function firstPerson({ db }: Pick<Context, 'db'>): Promise<UserTable> {
  const user = await userByName(db, DEMO_USER as EmailAddress)
  if (!user) throw new Error(`the demo has no account ${DEMO_USER}`)
  return user
}
