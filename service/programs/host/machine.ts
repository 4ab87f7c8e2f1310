import { spawnSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import { cutText } from '#lib/text/characters.ts'
import type { Facts } from './driver.ts'

/** The hardware and the load of this machine, as the system and the GPU driver report them. */

const MIB = 1024 * 1024

/** The output of `nvidia-smi`; empty without a GPU of NVIDIA or a working driver, undefined when it takes too long. */
function askGpus(columns: string): string | undefined {
  const args = [`--query-gpu=${columns}`, '--format=csv,noheader,nounits']
  const { status, stdout, signal } = spawnSync('nvidia-smi', args, { encoding: 'utf8', timeout: 10_000 })
  if (signal !== null) return undefined
  return status === 0 ? stdout : ''
}

/**
 * Parses the GPUs of `name,memory.total`. The driver writes `[N/A]` where it does not know the memory (machines with shared
 * memory); lines without a second column are messages, which some drivers print with exit code 0.
 */
export const gpusIn = (table: string): Facts['gpus'] =>
  table.split('\n').flatMap((line) => {
    const [, model = '', memory] = /^\s*(\S.*?)\s*,\s*(\d+|\[[^\]]*\])\s*$/.exec(line) ?? []
    return memory === undefined ? [] : [{ model: cutText(model, 120), memoryMib: Number(memory) || 0 }]
  })

/** The load of the busiest GPU in `utilization.gpu`, 0 to 1; null where none reports it, such as partitioned GPUs (MIG). */
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

/** GPUs are counted again after this time: one can be removed, or be lost to its driver. */
const GPU_COUNT_MS = 60_000

/** Reads the facts once, and counts the GPUs again each minute. When the driver is too busy to answer, the last count stays. */
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

/** Available memory, caches included. */
export function availableBytes(): number {
  try {
    const [, kib] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
    return kib === undefined ? freemem() : Number(kib) * 1024
  } catch {
    return freemem()
  }
}

const percent = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10

/** Reads the load since the last call. */
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
