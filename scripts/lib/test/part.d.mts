export interface Part {
  minutes: number
  steps?: string[][][]
  needs?: string
}
export function createRunner(options: { folder: string; slowness: number; parts: Record<string, Part> }): {
  total: { passed: number; failed: number }
  failures: string[]
  states(): string[]
  endAll(minutes: number): Promise<void>
  run(name: string, isAlone: boolean): Promise<void>
}
