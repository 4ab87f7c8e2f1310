import type { ColumnType, Generated } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    devices: DeviceTable
    bind_codes: BindCodeTable
    works: WorkTable
    shares: ShareTable
    device_hours: DeviceHourTable
    device_totals: DeviceTotalTable
    device_events: DeviceEventTable
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
  last_answer: ColumnType<unknown, string | null, string | null>
  bound_at: Date
  unbound_at: Date | null
  online_since: Date | null
  last_seen_at: Date | null
  last_share_at: Date | null
}

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
  kind: 'bound' | 'online' | 'offline' | 'renamed' | 'refused' | 'unbound'
  detail: string
}

export interface ProjectTable {
  project: string
  coin: Coin
  /** Share of a device's turns. */
  weight: number
  active: boolean
}
