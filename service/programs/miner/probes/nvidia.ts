import type { RunProgram } from './run-program.ts'

export interface Cards {
  /** Highest temperature of a card in °C. */
  celsius?: number
  /** Watts of all cards. */
  watts?: number
}

const args = ['--query-gpu=temperature.gpu,power.draw', '--format=csv,noheader,nounits']

/** Parses the output of `nvidia-smi`: a line a card, `[N/A]` where a card does not tell. */
export function parseNvidia(output: string): Cards {
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((text) => Number.parseFloat(text)))
  const column = (index: number) =>
    lines.map((line) => line[index]).filter((value) => Number.isFinite(value)) as number[]
  const [celsius, watts] = [column(0), column(1)]
  return {
    ...(celsius.length > 0 && { celsius: Math.max(...celsius) }),
    ...(watts.length > 0 && { watts: watts.reduce((sum, value) => sum + value, 0) }),
  }
}

/** Reads NVIDIA's cards; an empty answer where their driver is missing or does not answer. */
export const readNvidia = (run: RunProgram): Promise<Cards> => run('nvidia-smi', args).then(parseNvidia, () => ({}))
