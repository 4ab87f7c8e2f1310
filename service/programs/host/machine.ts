import { spawnSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import { cutText } from '#lib/text/characters.ts'
import type { Facts } from './driver.ts'

/** What this machine has and how busy it is, read from the system and from the driver of its GPUs. Nothing is made up. */

const MIB = 1024 * 1024

/** What `nvidia-smi` says; empty where there is no GPU of NVIDIA, or no driver that works; undefined where it takes too long. */
function askGpus(columns: string): string | undefined {
  const asked = [`--query-gpu=${columns}`, '--format=csv,noheader,nounits']
  const { status, stdout, signal } = spawnSync('nvidia-smi', asked, { encoding: 'utf8', timeout: 10_000 })
  if (signal !== null) return undefined
  return status === 0 ? stdout : ''
}

/**
 * The GPUs of `name,memory.total`. Words in brackets stand where the driver cannot tell (`[N/A]` of machines that share their
 * memory); a line without such a second column is none of a GPU: some drivers say so in words and end well.
 */
export const gpusIn = (table: string): Facts['gpus'] =>
  table.split('\n').flatMap((line) => {
    const [, model = '', memory] = /^\s*(\S.*?)\s*,\s*(\d+|\[[^\]]*\])\s*$/.exec(line) ?? []
    return memory === undefined ? [] : [{ model: cutText(model, 120), memoryMib: Number(memory) || 0 }]
  })

/** How busy the busiest GPU of `utilization.gpu` is, 0 to 1; null where none can tell, as those that are parted (MIG). */
export function busiestIn(table: string): number | null {
  const readings = table.split('\n').flatMap((line) => (/^\s*\d{1,3}\s*$/.test(line) ? [Number(line) / 100] : []))
  return readings.length > 0 ? Math.max(...readings) : null
}

function readFacts(dataDir: string): Facts {
  const { bavail, bsize } = statfsSync(dataDir)
  return {
    cpu: cutText(cpus()[0]?.model.trim() || 'CPU', 120),
    cores: availableParallelism(),
    ramMib: Math.round(totalmem() / MIB),
    diskGib: Math.round((Number(bavail) * Number(bsize)) / 1024 / MIB),
    gpus: gpusIn(askGpus('name,memory.total') ?? '').slice(0, 64),
  }
}

/** How often GPUs are counted anew: one can be taken out, or be lost to its driver. */
const GPU_COUNT_MS = 60_000

/** Reads the facts once, and what may be gone of them each minute. Who is too busy to answer has what it had. */
export function createFacts(dataDir: string, now: () => number = Date.now) {
  let facts = readFacts(dataDir)
  let countedAt = now()
  return (): Facts => {
    if (now() - countedAt < GPU_COUNT_MS) return facts
    countedAt = now()
    const table = askGpus('name,memory.total')
    if (table !== undefined) facts = { ...facts, gpus: gpusIn(table).slice(0, 64) }
    return facts
  }
}

interface Ticks {
  busy: number
  all: number
}

function cpuTicks(): Ticks {
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.idle + times.irq, 0)
  return { all, busy: all - cpus().reduce((sum, { times }) => sum + times.idle, 0) }
}

/** Memory that could be given to somebody: what caches hold could. */
function availableBytes(): number {
  try {
    const [, kib] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
    return kib === undefined ? freemem() : Number(kib) * 1024
  } catch {
    return freemem()
  }
}

const percent = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10

/** Reads the load since the last time that it was read. */
export function createLoad() {
  let last = cpuTicks()
  return () => {
    const now = cpuTicks()
    const cpu = now.all > last.all ? (now.busy - last.busy) / (now.all - last.all) : 0
    last = now
    const busiest = busiestIn(askGpus('utilization.gpu') ?? '')
    return {
      cpu: percent(cpu),
      memory: percent(1 - availableBytes() / totalmem()),
      gpu: busiest === null ? null : percent(busiest),
    }
  }
}
