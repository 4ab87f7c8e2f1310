/** An error for the operator; each kind has an exit code of its own. */
export class OperateError extends Error {
  override name = 'OperateError'
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

export const exitCodes = {
  done: 0,
  fault: 1,
  usage: 2,
  refused: 3,
  notConfirmed: 4,
  unreachable: 5,
  breach: 6,
} as const

/** The database or the node of a network does not answer. */
export const unreachable = (message: string): OperateError => new OperateError(message, exitCodes.unreachable)

/** The input is wrong. */
export const wrongUsage = (message: string): OperateError => new OperateError(message, exitCodes.usage)

/** The input is right, and the act is not allowed. */
export const refused = (message: string): OperateError => new OperateError(message, exitCodes.refused)
