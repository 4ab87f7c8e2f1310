import { describe, expect, test, vi } from 'vitest'
import { MinerControl } from '#service/programs/miner/control.ts'
import type { GpuChoice } from '#service/programs/miner/gpu/gpu-switch.ts'
import { defaultSettings, type Kept } from '#service/programs/miner/settings.ts'

function createControl(gpu?: GpuChoice, isGpuTyped = false) {
  const keep = vi.fn<(kept: Kept) => void>()
  const control = new MinerControl({ settings: defaultSettings(), pausedUntil: undefined, gpu, isGpuTyped, keep })
  const changed = vi.fn()
  control.onChange(changed)
  return { gpu: control.gpu, changed, kept: () => keep.mock.lastCall?.[0].gpu }
}

describe('the switch of the card', () => {
  test.each<[string, GpuChoice | undefined, boolean, { isOn: boolean; hasCrashed: boolean }]>([
    ['is off by default', undefined, false, { isOn: false, hasCrashed: false }],
    ['is as it was', { isOn: true, isStarting: false }, false, { isOn: true, hasCrashed: false }],
    ['is on by --gpu', { isOn: false, isStarting: false }, true, { isOn: true, hasCrashed: false }],
    ['is off after a crash', { isOn: true, isStarting: true }, false, { isOn: false, hasCrashed: true }],
    ['is on by --gpu after a crash', { isOn: true, isStarting: true }, true, { isOn: true, hasCrashed: false }],
  ])('%s', (_, kept, isTyped, expected) => {
    const { gpu } = createControl(kept, isTyped)
    expect({ isOn: gpu.isOn, hasCrashed: gpu.hasCrashed }).toEqual(expected)
  })

  test('is kept, and told', () => {
    const { gpu, changed, kept } = createControl()
    gpu.set(true)
    expect([gpu.isOn, kept(), changed.mock.calls.length]).toEqual([true, { isOn: true, isStarting: false }, 1])
    gpu.set(true)
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('overrules --gpu, which is never kept', () => {
    const { gpu, kept } = createControl(undefined, true)
    gpu.set(true)
    expect(kept()).toBeUndefined()
    gpu.noteStart(true)
    expect(kept()).toEqual({ isOn: false, isStarting: true })
    gpu.set(false)
    expect([gpu.isOn, kept()]).toEqual([false, { isOn: false, isStarting: true }])
  })

  test('keeps a start of the card until it has ended, without telling it', () => {
    const { gpu, changed, kept } = createControl({ isOn: true, isStarting: false })
    gpu.noteStart(true)
    expect(kept()).toEqual({ isOn: true, isStarting: true })
    gpu.noteStart(false)
    expect([kept(), changed.mock.calls.length]).toEqual([{ isOn: true, isStarting: false }, 0])
  })

  test.each([true, false])('forgets a crash when its user sets it to %s', (isOn) => {
    const { gpu, changed } = createControl({ isOn: true, isStarting: true })
    gpu.set(isOn)
    expect([gpu.isOn, gpu.hasCrashed, changed.mock.calls.length]).toEqual([isOn, false, 1])
  })
})
