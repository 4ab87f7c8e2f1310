import { type CpuInfo, cpus } from 'node:os'

type Times = Pick<CpuInfo, 'times'>

const sum = (list: readonly Times[], of: (times: CpuInfo['times']) => number): number =>
  list.reduce((total, { times }) => total + of(times), 0)

const total = (list: readonly Times[]): number =>
  sum(list, ({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq)

/** Percent of the processor's time in use between two reads; undefined where no time has passed. */
export function utilisationBetween(before: readonly Times[], after: readonly Times[]): number | undefined {
  const all = total(after) - total(before)
  if (all <= 0) return undefined
  const idle = sum(after, (times) => times.idle) - sum(before, (times) => times.idle)
  return Math.min(100, Math.max(0, 100 * (1 - idle / all)))
}

/** Measures between two calls; undefined at the first one. */
export function createUtilisation(read: () => readonly Times[] = cpus): () => number | undefined {
  let before: readonly Times[] | undefined
  return () => {
    const after = read()
    const percent = before && utilisationBetween(before, after)
    before = after
    return percent
  }
}
