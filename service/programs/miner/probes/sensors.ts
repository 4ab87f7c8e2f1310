import type { Sensors } from '#lib/contract/miner-settings.ts'
import { readNvidia } from './nvidia.ts'
import { createRapl } from './rapl.ts'
import { type RunProgram, runProgram } from './run-program.ts'
import { readProcessorCelsius } from './temperature.ts'
import { createUtilisation } from './utilisation.ts'

const round = (value: number): number => Math.round(value * 10) / 10

/** Reads the sensors; a field is absent where the system does not tell. */
export function createSensors({ root, run = runProgram }: { root: string; run?: RunProgram }): () => Promise<Sensors> {
  const readWatts = createRapl(root)
  const readUtilisation = createUtilisation()
  return async () => {
    const cards = await readNvidia(run)
    const [processor, processorWatts] = [await readProcessorCelsius(root), await readWatts()]
    const celsius = [processor, cards.celsius].filter((value) => value !== undefined)
    const utilisation = readUtilisation()
    return {
      ...(celsius.length > 0 && { celsius: round(Math.max(...celsius)) }),
      // The cards alone would say that a PC whose processor mines uses a few watts.
      ...(processorWatts !== undefined && { watts: round(processorWatts + (cards.watts ?? 0)) }),
      ...(utilisation !== undefined && { utilisation: round(utilisation) }),
    }
  }
}
