import { isRight, runSelfTest } from '../self-test.ts'
import { GpuError, type GpuSearch, openGpu } from './gpu-search.ts'

/** Opens the graphics card, and checks it against the processor. Throws GpuError, or what Dawn's addon throws. */
export async function openTestedGpu(addon: string): Promise<GpuSearch> {
  const gpu = await openGpu(addon)
  if (isRight(await runSelfTest(gpu))) return gpu
  gpu.close()
  throw new GpuError(`${gpu.card} finds other shares than the processor`)
}
