import { isRight, runSelfTest } from '../self-test.ts'
import { type GpuSearch, openGpu } from './gpu-search.ts'
import { GpuError } from './gpu-status.ts'

/** Opens the graphics card, and checks it against the processor. Throws GpuError, or the error of a search. */
export async function openTestedGpu(addon: string): Promise<GpuSearch> {
  const gpu = await openGpu(addon)
  if (isRight(await runSelfTest(gpu))) return gpu
  gpu.close()
  throw new GpuError('wrong-finds', `${gpu.card} finds other shares than the processor`)
}
