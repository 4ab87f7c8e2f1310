import { describe, expect, test } from 'vitest'
import type { GpuStatus } from '#service/programs/miner/gpu/gpu-status.ts'
import type { EngineDownloadState } from '#service/programs/miner/window/engine-download.ts'
import { gpuStateOf } from '#service/programs/miner/window/gpu-state.ts'

const file = { version: '1.2.0', url: '/downloads/gpu', fileName: 'gpu.tar.gz', size: 7, sha256: 'ab' }
const available: EngineDownloadState = { state: 'available', file }
const refused: EngineDownloadState = { ...available, problem: 'wrong-hash', detail: 'another' }
const downloading: EngineDownloadState = { state: 'downloading', file, received: 3 }
const unknown: EngineDownloadState = { state: 'unknown' }

const off = { state: 'off', rate: 0 } as const
const running = { state: 'running', card: 'Card', rate: 5 } as const
const failure = (reason: 'driver' | 'engine'): GpuStatus & { rate: number } => ({
  ...{ state: 'failed', reason, detail: 'old', rate: 0 },
})

type Facts = Parameters<typeof gpuStateOf>[0]
const missing: Facts = { isOn: false, hasCrashed: false, hasEngine: false, download: unknown, status: undefined }
const ready: Facts = { ...missing, hasEngine: true, download: available }
const on: Facts = { ...ready, isOn: true }

describe('the card on the page', () => {
  test.each<[string, Facts, object]>([
    ['nothing known of the engine', missing, unknown],
    ['the service does not answer', { ...missing, download: { state: 'unreachable' } }, { state: 'unreachable' }],
    ['no engine for this system', { ...missing, download: { state: 'unsupported' } }, { state: 'unsupported' }],
    ['an engine that is not here', { ...missing, download: available }, available],
    ['switched on without an engine', { ...missing, isOn: true, download: available, status: off }, available],
    ['a download', { ...missing, download: downloading }, downloading],
    ['a download that was refused', { ...missing, download: refused }, refused],
    ['the engine, off', ready, { state: 'off' }],
    [
      'the engine, of which the service knows nothing',
      { ...ready, download: { state: 'unsupported' } },
      { state: 'off' },
    ],
    ['switched off a moment ago', { ...ready, status: running }, { state: 'off' }],
    ['on before anything is mined', on, { state: 'waiting' }],
    ['switched on a moment ago', { ...on, status: off }, { state: 'waiting' }],
    ['in its check', { ...on, status: { state: 'starting', rate: 0 } }, { state: 'starting' }],
    ['at work', { ...on, status: running }, running],
    ['failed', { ...on, status: failure('driver') }, { state: 'failed', reason: 'driver', detail: 'old' }],
    [
      'an engine that another download may mend',
      { ...on, status: failure('engine') },
      { state: 'failed', reason: 'engine', detail: 'old', file },
    ],
    [
      'an engine that can be downloaded nowhere',
      { ...on, status: failure('engine'), download: unknown },
      { state: 'failed', reason: 'engine', detail: 'old' },
    ],
    ['the download that mends it', { ...on, status: failure('engine'), download: downloading }, downloading],
    ['that download refused', { ...on, status: failure('engine'), download: refused }, refused],
    ['a crash at the last start', { ...ready, hasCrashed: true }, { state: 'failed', reason: 'crashed', detail: '' }],
  ])('%s', (_, facts, expected) => {
    expect(gpuStateOf(facts)).toEqual(expected)
  })
})
