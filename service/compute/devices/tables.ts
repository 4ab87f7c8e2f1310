import type { ColumnType, Generated, Selectable } from 'kysely'
import type { MinerSettings, Pause, Sensors, Wish } from '#lib/contract/miner-settings.ts'
import type { Coin } from '#lib/money/coins.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    devices: DeviceTable
    bind_codes: BindCodeTable
    works: WorkTable
    shares: ShareTable
    device_hours: DeviceHourTable
    device_totals: DeviceTotalTable
    device_days: DeviceDayTable
    user_hours: UserHourTable
    user_days: UserDayTable
    device_events: DeviceEventTable
    device_controls: DeviceControlTable
    projects: ProjectTable
    device_watch: { one: Generated<boolean>; looked_at: Date }
  }
}

/** int8 comes from the driver as a string; sums of work stay exact that way. */
type Big = ColumnType<string, string | number | bigint, string | number | bigint>

export interface DeviceTable {
  id: string
  user_id: string
  name: string
  hardware: string
  /** Keyed hash of the machine's fingerprint; null when the miner sent none. */
  machine: Generated<string | null>
  /** The first settled UTC day on which the device was valid. */
  first_valid_day: Generated<string | null>
  gpu_count: number
  miner_version: string
  token_hash: string
  /** State in the last report. */
  state: 'mining' | 'paused' | 'ended'
  difficulty: Big
  /** Sequence and answer of the last report, so that a repeated report counts once. */
  last_sequence: number
  /** The run of the miner that asked for work last; null for older miners, which send none. */
  run_id: Generated<string | null>
  last_answer: ColumnType<unknown, string | null, string | null>
  bound_at: Date
  unbound_at: Date | null
  online_since: Date | null
  last_seen_at: Date | null
  last_share_at: Date | null
  /** Verified work in the rate window before the report of `recent_work_at`; out of date when that is not the last one. */
  recent_work: ColumnType<string | null, number | undefined, number>
  recent_work_at: Generated<Date | null>
  /** From the last report; null while the device may mine, and for miners before 1.2. */
  pause: ColumnType<Pause | null, string | null | undefined, string | null>
  /** From the last report; null for miners before 1.2. */
  sensors: ColumnType<Sensors | null, string | null | undefined, string | null>
  /** Watts in the last report of a mining device that measures them. */
  mining_watts: Generated<number | null>
  /** When the device went on mining after a pause; null before its first pause. */
  mining_since: Generated<Date | null>
  /** First hot report since the device was last cool; null while it is cool (heat.ts). */
  hot_since: Generated<Date | null>
  /** First of the hot reports without a gap between them. */
  hot_from: Generated<Date | null>
  /** Last hot report. */
  hot_at: Generated<Date | null>
}

/** The columns that a report may change, and those that it needs. */
export type ReportedDevice = Pick<
  Selectable<DeviceTable>,
  | ('id' | 'user_id' | 'state' | 'gpu_count' | 'miner_version' | 'difficulty' | 'last_sequence' | 'last_answer')
  | ('run_id' | 'online_since' | 'last_seen_at' | 'last_share_at' | 'recent_work' | 'recent_work_at')
  | ('pause' | 'sensors' | 'mining_watts' | 'mining_since' | 'hot_since' | 'hot_from' | 'hot_at')
>

export interface BindCodeTable {
  user_id: string
  code: string
  expires_at: Date
  device_id: string | null
  request_id: string | null
}

export interface WorkTable {
  id: string
  device_id: string
  project: string
  challenge: string
  difficulty: Big
  issued_at: Date
  /** Shares are accepted until then. */
  expires_at: Date
}

export interface ShareTable {
  work_id: string
  nonce: string
  device_id: string
  difficulty: Big
  accepted_at: Date
}

/** One row for each device, project and UTC hour: seconds online, verified work, accepted and refused shares. */
export interface DeviceHourTable {
  device_id: string
  project: string
  hour: Date
  seconds: number
  work: Big
  accepted: number
  refused: number
}

export interface DeviceTotalTable {
  device_id: string
  project: string
  seconds: Big
  work: Big
}

export interface DeviceEventTable {
  id: string
  device_id: string
  at: Date
  kind: 'bound' | 'online' | 'offline' | 'renamed' | 'refused' | 'replaced' | 'unbound'
  detail: string
}

/** Absent until a device reports its settings or a wish is made. */
export interface DeviceControlTable {
  device_id: string
  settings: ColumnType<MinerSettings | null, string | null, string | null>
  wish: ColumnType<Omit<Wish, 'id'> | null, string | null, string | null>
  /** The wish is pending while its id is above the last one that the device followed. */
  wish_id: Generated<number>
  wish_at: Date | null
  followed_id: Generated<number>
}

export interface ProjectTable {
  project: string
  coin: Coin
  /** Share of a device's turns. */
  weight: number
  active: boolean
}

/** Work of a device for a project on a UTC day, since the last settled one. Written by triggers on `device_hours`. */
export interface DeviceDayTable {
  user_id: string
  day: string
  device_id: string
  project: string
  work: bigint
}

/** Time and work of a part of a user's devices in an hour, since the last settled day. Written by triggers on `device_hours`. */
export interface UserHourTable {
  user_id: string
  hour: Date
  slot: number
  seconds: Big
  work: Big
}

/** Work of a user in each hour of a UTC day, as far as it has left `user_hours`. Written by a trigger on their deletion. */
export interface UserDayTable {
  user_id: string
  day: string
  work: ColumnType<string[], never, never>
}
