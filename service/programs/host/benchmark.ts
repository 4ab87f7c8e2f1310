import { createHash, createHmac } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

const MIB = 1024 * 1024
/** Duration of each measurement. */
const MEASURED_MS = 1000

const timed = (ms: number, step: () => number): number => {
  const start = performance.now()
  let bytes = 0
  while (performance.now() - start < ms) bytes += step()
  return bytes / MIB / ((performance.now() - start) / 1000)
}

const HASHER = `
  const { createHash } = require('node:crypto')
  const { parentPort, workerData } = require('node:worker_threads')
  const block = Buffer.alloc(1 << 20)
  const start = performance.now()
  let blocks = 0
  while (performance.now() - start < workerData) { createHash('sha256').update(block).digest(); blocks += 1 }
  parentPort.postMessage(blocks / ((performance.now() - start) / 1000))`

/** SHA-256 on all threads at once, MiB a second. */
async function measureHashing(): Promise<number> {
  const one = () =>
    new Promise<number>((resolve, reject) => {
      new Worker(HASHER, { eval: true, workerData: MEASURED_MS }).once('message', resolve).once('error', reject)
    })
  const speeds = await Promise.all(Array.from({ length: availableParallelism() }, one))
  return speeds.reduce((sum, speed) => sum + speed, 0)
}

function measureMemory(): number {
  const [from, to] = [Buffer.alloc(32 * MIB, 1), Buffer.alloc(32 * MIB)]
  return timed(MEASURED_MS, () => from.copy(to))
}

function measureDisk(dataDir: string): number {
  const file = path.join(dataDir, 'benchmark')
  const block = Buffer.alloc(8 * MIB, 1)
  const fd = openSync(file, 'w')
  try {
    return timed(MEASURED_MS, () => {
      const written = writeSync(fd, block, 0, block.length, 0)
      fsyncSync(fd)
      return written
    })
  } finally {
    closeSync(fd)
    rmSync(file, { force: true })
  }
}

/** Measures the idle machine, and signs the result with the hash of the token, which the service stores. */
export async function measure(dataDir: string, token: string) {
  const rounded = (speed: number) => Math.round(speed * 10) / 10
  const [sha256, memory, disk] = [
    rounded(await measureHashing()),
    rounded(measureMemory()),
    rounded(measureDisk(dataDir)),
  ]
  return { sha256, memory, disk, signature: sign(token, `${sha256}/${memory}/${disk}`) }
}

/** The key is the hash of the token, which is all that the service knows of it. */
export const sign = (token: string, text: string): string =>
  createHmac('sha256', createHash('sha256').update(token).digest('hex')).update(text).digest('hex')
