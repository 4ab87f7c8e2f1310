import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { HostTrouble } from '#lib/contract/host.ts'
import type { EndReason, MachineState, PauseCause, RentalEvent, RentalState } from '#lib/rules/gpu.ts'
import type { TemplatePolicy } from '#lib/rules/gpu-templates.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    gpus: GpuTable
    gpu_prices: { gpu_id: string; since: Date; price: bigint }
    gpu_hours: { gpu_id: string; hour: Date; seconds: number }
    gpu_loads: { gpu_id: string; minute: Date; cpu: number; memory: number; gpu: number | null }
    gpu_keys: GpuKeyTable
    gpu_rentals: GpuRentalTable
    gpu_rental_hours: GpuRentalHourTable
    gpu_events: GpuEventTable
    gpu_earnings: {
      gpu_id: string
      day: string
      part: number
      user_id: string
      hours: number
      brought: bigint
      amount: bigint
      settled_at: Date
    }
    gpu_warnings: { user_id: string; hours: number }
    gpu_waits: { user_id: string; gpu_id: string; since: Date }
    gpu_watch: { one: Generated<boolean>; since: Date; looked_at: Date }
    gpu_requests: GpuRequestTable
    gpu_templates: GpuTemplateTable
    gpu_terminals: GpuTerminalTable
    gpu_gateways: { address: string; seen_at: Date }
    gpu_ports: { rental_id: string; port: number; label: string; published_at: Date }
  }
}

/** JSON column: written as text, read as a parsed value. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>

export interface Load {
  /** Percent. */
  cpu: number
  memory: number
  gpu: number | null
}

export interface Benchmark {
  /** MiB a second: SHA-256 over all threads, memory copies, and disk writes. */
  sha256: number
  memory: number
  disk: number
}

export interface HostFacts {
  cpu: string
  cores: number
  ramMib: number
  diskGib: number
  gpus: { model: string; memoryMib: number }[]
}

/** The template of a rental, as it was when the rental began. */
export interface StartedTemplate {
  id: string
  name: string
  image: string
  ports: number[]
  page: { name: string; port: number } | null
}

export interface GpuTable {
  id: string
  slot: GeneratedAlways<number>
  owner_id: string | null
  token_hash: string | null
  simulated: Generated<boolean>
  model: string
  memory_mib: number
  count: number
  cpu: string
  cores: number
  ram_mib: number
  disk_gib: number
  network_mbps: number
  region: string
  reach: 'internet' | 'none'
  images: string[]
  price: bigint
  share: number
  longest_hours: number
  address: string | null
  paused: Generated<boolean>
  added_at: Date
  last_seen_at: Date | null
  host_key: string | null
  driver: string | null
  version: string | null
  facts: Json<HostFacts>
  load: Json<Load>
  benchmark: Json<Benchmark>
  benchmark_at: Date | null
  reliability: number | null
  uptime: number | null
  ended: Generated<number>
  failed: Generated<number>
  /** Whether the host reports other or fewer GPUs than are listed. */
  lacking: Generated<boolean>
  /** Why the host can take no rental. */
  trouble: Json<HostTrouble>
  trouble_notified: Generated<boolean>
  /** Templates that its owner allows, and the maximum download of their images. */
  templates: Generated<TemplatePolicy>
  max_image_gib: Generated<number>
  /** Abilities of its host's program, by the last report. */
  abilities: ColumnType<string[], string | undefined, string>
  /** Whether it has a live rental, and whether its owner has stopped offering it. Written by triggers. */
  rented: Generated<boolean>
  stopped: Generated<boolean>
}

interface GpuKeyTable {
  id: string
  user_id: string
  name: string
  type: string
  base64: string
  fingerprint: string
  added_at: Date
}

export interface GpuRentalTable {
  id: string
  user_id: string
  request_id: string
  gpu_id: string
  price: bigint
  share: number
  hours: number | null
  longest_hours: number
  image: string
  keys: ColumnType<string[], string, string>
  lang: 'en' | 'zh'
  state: RentalState
  reason: EndReason | null
  restarts: Generated<number>
  rented_at: Date
  running_at: Date | null
  stopped_at: Date | null
  ended_at: Date | null
  hours_charged: number
  paid_until: Date | null
  paused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  paused_for: ColumnType<PauseCause | null, PauseCause | null | undefined, PauseCause | null>
  paused_ms: Generated<string>
  paid: bigint
  template: Json<StartedTemplate>
  /** The start script and the variables, encrypted; null after the end. */
  sealed: ColumnType<string | null, string | null | undefined, string | null>
  pull: Json<{ doneMib: number; totalMib: number }>
  /** When the host last reported more of the image. */
  pulled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface GpuTemplateTable {
  id: string
  user_id: string
  name: string
  image: string
  ports: ColumnType<number[], string, string>
  disk_gib: number
  sealed: string
  saved_at: Date
}

interface GpuTerminalTable {
  id: string
  rental_id: string
  user_id: string
  kind: 'shell' | 'log'
  ticket_hash: string | null
  public_key: string
  sealed_key: string
  alive_until: Date
}

interface GpuRentalHourTable {
  rental_id: string
  hour: number
  begins_at: Date
  amount: bigint
  returned_at: Date | null
  settled_day: string | null
}

interface GpuEventTable {
  id: GeneratedAlways<string>
  rental_id: string
  at: Date
  kind: RentalEvent
  detail: string | null
}

export interface GpuRequestTable {
  id: string
  user_id: string
  name: string
  region: string
  network_mbps: number
  price: bigint
  about: string
  state: MachineState
  asked_at: Date
  decided_at: Date | null
  reason: Generated<string>
  reason_zh: Generated<string>
  share: number | null
  longest_hours: number | null
  images: string[] | null
  token_hash: string | null
  token_at: Date | null
  gpu_id: string | null
}
