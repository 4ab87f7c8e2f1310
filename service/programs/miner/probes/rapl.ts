import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The energy counter of a processor package at a moment. */
export interface Energy {
  /** Microjoules since some moment; begins again at 0 after `range`. */
  used: number
  range: number
  /** Milliseconds of a steady clock. */
  at: number
}

const MICROJOULES = 1_000_000
const MS = 1_000

/** Mean watts between two reads of one counter; undefined where no time has passed. */
export function wattsBetween(before: Energy, after: Energy): number | undefined {
  const seconds = (after.at - before.at) / MS
  if (seconds <= 0) return undefined
  const used = after.used - before.used
  return (used < 0 ? used + after.range : used) / MICROJOULES / seconds
}

/** Reads the counters of all packages, by their folder. Most systems let only root read them: then there is none. */
async function readCounters(root: string): Promise<Map<string, Energy>> {
  const base = path.join(root, 'sys/class/powercap')
  const counters = new Map<string, Energy>()
  // Parts of a package have names such as `intel-rapl:0:1`, and `psys` counts the packages again.
  for (const folder of (await readdir(base)).filter((name) => /^intel-rapl:\d+$/.test(name))) {
    const read = async (name: string) => (await readFile(path.join(base, folder, name), 'utf8')).trim()
    if (!(await read('name')).startsWith('package')) continue
    const used = Number(await read('energy_uj'))
    counters.set(folder, { used, range: Number(await read('max_energy_range_uj')), at: performance.now() })
  }
  return counters
}

/** Measures the watts of all packages between two calls; undefined at the first one, and where the system does not tell. */
export function createRapl(root: string): () => Promise<number | undefined> {
  let before = new Map<string, Energy>()
  return async () => {
    const after = await readCounters(root).catch(() => new Map<string, Energy>())
    const watts = [...after].flatMap(([folder, energy]) => {
      const last = before.get(folder)
      return (last && wattsBetween(last, energy)) ?? []
    })
    before = after
    return watts.length > 0 ? watts.reduce((sum, value) => sum + value, 0) : undefined
  }
}
