import { totalmem } from 'node:os'

const MB = 1_048_576

/** Memory that this machine, or the container, has. */
export const memoryBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/**
 * Settings of a server that shares its machine with the service: an eighth of the memory for its buffers, and a cache of the system
 * that is half of it. The planner's defaults are those of magnetic disks, on which a random page costs four times a sequential one; its compiler
 * (JIT) takes longer than any statement of a call. The guide for production has the same for a machine of its own.
 */
export function plannerFlags(memory: number): string[] {
  const megabytes = (share: number, [min, max]: readonly [number, number]) =>
    `${Math.round(Math.min(max, Math.max(min, (memory * share) / MB)))}MB`
  return [
    'random_page_cost=1.1',
    'jit=off',
    `shared_buffers=${megabytes(1 / 8, [64, 8_192])}`,
    `effective_cache_size=${megabytes(1 / 2, [256, 262_144])}`,
    `work_mem=${megabytes(1 / 1_024, [4, 32])}`,
  ]
}
