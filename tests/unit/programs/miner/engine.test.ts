import { expect, test } from 'vitest'
import type { Share } from '#lib/contract/agent.ts'
import { isShare } from '#service/platform/share-proof.ts'
import { type Engine, startEngine } from '#service/programs/miner/engine.ts'

/** Waits until two looks in a row count the same hashes. */
async function waitUntilStill(engine: Engine): Promise<void> {
  let before = -1
  const isStill = () => {
    const last = before
    before = engine.hashes()
    return last === before
  }
  await expect.poll(isStill, { interval: 500 }).toBe(true)
}

test('threads find shares of their work, count hashes, and stop when they are paused', async () => {
  const shares: Share[] = []
  const work = { workId: 'work', challenge: 'ab'.repeat(32), difficulty: 65_536 }
  const engine = startEngine({
    threads: 2,
    throttle: 100,
    onShare: (share) => shares.push(share),
    onError: (error) => {
      throw error
    },
  })
  try {
    expect(engine.name).toBe('wasm-simd')
    engine.setWork(work)
    await expect.poll(() => shares.length).toBeGreaterThan(20)
    for (const { workId, nonce } of shares) {
      expect(workId).toBe('work')
      expect(isShare(work.challenge, nonce, BigInt(work.difficulty))).toBe(true)
    }
    // Each thread begins at a nonce of its own.
    expect(new Set(shares.map(({ nonce }) => nonce)).size).toBe(shares.length)
    await expect.poll(() => new Set(shares.map(({ nonce }) => nonce.slice(0, 8))).size).toBe(2)
    expect(engine.hashes()).toBeGreaterThan(20 * 10_000)
    engine.setPaused(true)
    await waitUntilStill(engine)
  } finally {
    await engine.stop()
  }
})

test('work without difficulty makes every nonce a share', async () => {
  const shares: Share[] = []
  const engine = startEngine({ threads: 1, throttle: 100, onShare: (share) => shares.push(share), onError: () => {} })
  try {
    engine.setWork({ workId: 'easy', challenge: 'cd'.repeat(32), difficulty: 1 })
    await expect.poll(() => shares.length).toBeGreaterThan(100)
  } finally {
    await engine.stop()
  }
})

test('threads that are added later mine the same work, and an engine without threads finds nothing', async () => {
  const shares: Share[] = []
  const engine = startEngine({ threads: 0, throttle: 100, onShare: (share) => shares.push(share), onError: () => {} })
  try {
    engine.setWork({ workId: 'later', challenge: 'ef'.repeat(32), difficulty: 1 })
    engine.setLoad({ threads: 1, throttle: 50 })
    await expect.poll(() => shares.length).toBeGreaterThan(100)
    engine.setLoad({ threads: 0, throttle: 50 })
    await waitUntilStill(engine)
  } finally {
    await engine.stop()
  }
})
