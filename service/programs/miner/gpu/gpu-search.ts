import type { NonceRange } from '../nonce-search.ts'
import { wordsOf } from '../sha256-head.ts'
import { loadDawn } from './dawn.ts'
import { GpuError, type GpuFailure } from './gpu-status.ts'
import { GROUP_SIZE, jobWords, shader } from './shader.ts'
import { stateAfterSharedRounds } from './shared-rounds.ts'

/** Flags of the WebGPU specification. */
const [MAP_READ, COPY_SRC, COPY_DST, STORAGE] = [0x1, 0x4, 0x8, 0x80] as const
const MAP_MODE_READ = 0x1

/** Nonces that one search can note; a search that finds more is halved. */
const MAX_FOUND = 2 ** 16
/** Words before the nonces: how many were found, and a gap, because a mapped range begins at a multiple of 8 bytes. */
const HEAD = 2
/** Workgroups in a row of the grid: less than the 65,535 that every device takes. */
const MAX_ROW = 2 ** 15

/** The graphics card as an engine. */
export interface GpuSearch {
  /** Name of the card as its driver tells it. */
  readonly card: string
  /** Nonces of one batch; follows the speed of the card. */
  readonly batch: number
  /** `challenge` has 64 hex digits. */
  setChallenge(challenge: string): void
  /** Lower halves of the nonces whose hash begins with at most `limit` in its first 32 bits, in order. */
  search(range: NonceRange, limit: number): Promise<number[]>
  close(): void
}

const BATCH = { first: 2 ** 16, min: 2 ** 14, max: 2 ** 28 }
/** A batch ends soon enough for the screen to move meanwhile, and takes long enough to keep the card busy. */
const BATCH_MS = { min: 60, max: 200 }

/** Dawn ends a GPU that nothing refers to, with all its devices. */
const openGpus = new Set<GPU>()

/** Does a step whose errors have one reason. */
async function attempt<T>(reason: GpuFailure, step: () => T): Promise<Awaited<T>> {
  try {
    return await step()
  } catch (error) {
    throw new GpuError(reason, error instanceof Error ? error.message : String(error))
  }
}

async function openDevice(file: string): Promise<{ gpu: GPU; device: GPUDevice; card: string }> {
  const gpu = await attempt('engine', () => {
    const { create, globals } = loadDawn(file)
    Object.assign(globalThis, globals)
    return create([])
  })
  openGpus.add(gpu)
  const adapter = await attempt('driver', () => gpu.requestAdapter({ powerPreference: 'high-performance' }))
  if (!adapter) throw new GpuError('no-card', 'no graphics card with Vulkan, Direct3D 12 or Metal was found')
  const device = await attempt('driver', () => adapter.requestDevice())
  const { description, device: model, vendor } = adapter.info
  return { gpu, device, card: description || [vendor, model].filter(Boolean).join(' ') || 'graphics card' }
}

/** Opens the graphics card by Dawn's addon. Throws GpuError. */
export async function openGpu(file: string): Promise<GpuSearch> {
  const { gpu, device, card } = await openDevice(file)
  const buffer = (words: number, usage: number) => device.createBuffer({ size: words * 4, usage })
  const job = buffer(jobWords.length, STORAGE | COPY_DST)
  const found = buffer(HEAD + MAX_FOUND, STORAGE | COPY_SRC | COPY_DST)
  const read = buffer(HEAD + MAX_FOUND, MAP_READ | COPY_DST)
  const module = device.createShaderModule({ code: shader })
  const pipeline = await attempt('driver', () =>
    device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint: 'main' } }),
  )
  const bindings = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [job, found].map((buffer, binding) => ({ binding, resource: { buffer } })),
  })
  let challenge: readonly number[] = []
  let batch = BATCH.first

  function submit({ high, first, count }: NonceRange, limit: number, challenge: readonly number[]): void {
    const words = [...challenge, high | 0]
    device.queue.writeBuffer(job, 0, Int32Array.from([...words, ...stateAfterSharedRounds(words), first, count, limit]))
    device.queue.writeBuffer(found, 0, new Uint32Array(1))
    const encoder = device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, bindings)
    const groups = Math.ceil(count / GROUP_SIZE)
    const row = Math.min(groups, MAX_ROW)
    pass.dispatchWorkgroups(row, Math.ceil(groups / row))
    pass.end()
    encoder.copyBufferToBuffer(found, 0, read, 0, read.size)
    device.queue.submit([encoder.finish()])
  }

  async function search(range: NonceRange, limit: number): Promise<number[]> {
    submit(range, limit, challenge)
    await read.mapAsync(MAP_MODE_READ)
    const [count = 0] = new Uint32Array(read.getMappedRange(0, 4))
    const lows = Array.from(new Uint32Array(read.getMappedRange(8, Math.min(count, MAX_FOUND) * 4)))
    read.unmap()
    if (count <= MAX_FOUND) return lows.sort((one, other) => one - other)
    const half = Math.floor(range.count / 2)
    const rest = { ...range, first: range.first + half, count: range.count - half }
    return [...(await search({ ...range, count: half }, limit)), ...(await search(rest, limit))]
  }

  /** A search whose time sets how many nonces the next one has. */
  async function searchBatch(range: NonceRange, limit: number): Promise<number[]> {
    const started = performance.now()
    const lows = await search(range, limit)
    const tookMs = performance.now() - started
    if (tookMs > BATCH_MS.max) batch = Math.max(BATCH.min, batch / 2)
    else if (tookMs < BATCH_MS.min && range.count === batch) batch = Math.min(BATCH.max, batch * 2)
    return lows
  }

  return {
    card,
    get batch() {
      return batch
    },
    search: searchBatch,
    setChallenge(hex) {
      challenge = wordsOf(hex)
    },
    close() {
      device.destroy()
      openGpus.delete(gpu)
    },
  }
}
