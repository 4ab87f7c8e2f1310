import { expect, test } from 'vitest'
import { plannerFlags } from '#service/platform/db/embedded/planner-flags.ts'

const GB = 1_073_741_824

test.each([
  [GB / 4, 'shared_buffers=64MB', 'effective_cache_size=256MB', 'work_mem=4MB'],
  [8 * GB, 'shared_buffers=1024MB', 'effective_cache_size=4096MB', 'work_mem=8MB'],
  [16 * GB, 'shared_buffers=2048MB', 'effective_cache_size=8192MB', 'work_mem=16MB'],
  [1024 * GB, 'shared_buffers=8192MB', 'effective_cache_size=262144MB', 'work_mem=32MB'],
])('%d bytes of memory give buffers and caches that fit', (memory, ...sizes) => {
  expect(plannerFlags(memory)).toEqual(['random_page_cost=1.1', 'jit=off', ...sizes])
})
