import { spawnSync } from 'node:child_process'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, cpus, freemem, totalmem } from 'node:os'
import type { Facts } from './driver.ts'

/** What this machine has and how busy it is, read from the system and from the driver of its GPUs. Nothing is made up. */

const MIB = 1024 * 1024

/** A table of `nvidia-smi`; empty where there is no GPU of NVIDIA. */
function gpuTable(columns: string): string[][] {
  const asked = [`--query-gpu=${columns}`, '--format=csv,noheader,nounits']
  const { status, stdout } = spawnSync('nvidia-smi', asked, { encoding: 'utf8', timeout: 10_000 })
  if (status !== 0 || !stdout) return []
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
}

export function readFacts(dataDir: string): Facts {
  const { bavail, bsize } = statfsSync(dataDir)
  return {
    cpu: (cpus()[0]?.model.trim() || 'CPU').slice(0, 120),
    cores: availableParallelism(),
    ramMib: Math.round(totalmem() / MIB),
    diskGib: Math.round((Number(bavail) * Number(bsize)) / 1024 / MIB),
    gpus: gpuTable('name,memory.total').map(([model = 'GPU', memory]) => ({
      model: model.slice(0, 120),
      memoryMib: Number(memory) || 0,
    })),
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
    const used = gpuTable('utilization.gpu').map(([part]) => Number(part) / 100)
    return {
      cpu: percent(cpu),
      memory: percent(1 - availableBytes() / totalmem()),
      gpu: used.length > 0 ? percent(Math.max(...used)) : null,
    }
  }
}
