import type { Text } from './phrase.ts'

/** An error for the operator; each kind has an exit code of its own. */
export class OperateError extends Error {
  override name = 'OperateError'
  readonly exitCode: number
  /** The message, in a form that the operators' page translates. */
  readonly text: Text
  constructor(text: Text, exitCode: number) {
    super(String(text))
    this.text = text
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
export const unreachable = (text: Text): OperateError => new OperateError(text, exitCodes.unreachable)

/** The input is wrong. */
export const wrongUsage = (text: Text): OperateError => new OperateError(text, exitCodes.usage)

/** The input is right, and the act is not allowed. */
export const refused = (text: Text): OperateError => new OperateError(text, exitCodes.refused)
