/** Why the graphics card does not mine. The processor mines on in each case. */
export type GpuFailure =
  /** The driver offers none. */
  | 'no-card'
  /** The driver refuses what the shader needs. */
  | 'driver'
  /** The card finds other shares than the processor. */
  | 'wrong-finds'
  /** The addon cannot be loaded. */
  | 'engine'
  /** It mined before. */
  | 'stopped'

/** The graphics card's thread. `detail` is the driver's own sentence. */
export type GpuStatus =
  | { state: 'off' | 'starting' }
  | { state: 'running'; card: string }
  | { state: 'failed'; reason: GpuFailure; detail: string }

/** Something about the graphics card or its driver that keeps it from mining. */
export class GpuError extends Error {
  override name = 'GpuError'
  readonly reason: GpuFailure
  constructor(reason: GpuFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

const MAX_DETAIL = 200

/** The failure of an error: drivers write several lines, and the first one says it. */
export function failureOf(error: unknown, reason: GpuFailure): Extract<GpuStatus, { state: 'failed' }> {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return {
    state: 'failed',
    reason: error instanceof GpuError ? error.reason : reason,
    detail: line.slice(0, MAX_DETAIL).replace(/\.$/, ''),
  }
}
