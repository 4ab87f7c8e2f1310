/** What went wrong, in a sentence for the operator; each kind has an exit code of its own. */
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

/** What the command needs does not answer: the database, or the node of a network. */
export const unreachable = (message: string): OperateError => new OperateError(message, exitCodes.unreachable)

/** The command line itself is wrong. */
export const wrongUsage = (message: string): OperateError => new OperateError(message, exitCodes.usage)

/** The command is understood, and what it asks for may not be. */
export const refused = (message: string): OperateError => new OperateError(message, exitCodes.refused)
