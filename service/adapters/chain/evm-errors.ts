import { BaseError } from 'viem'

/** The node or the paying wallet is not as it has to be: a sentence for the operator. */
export class EvmProblem extends Error {
  override name = 'EvmProblem'
}

/** Whether the node has answered with a refusal, rather than not at all. */
export const isAnswer = (error: unknown): error is BaseError =>
  error instanceof BaseError && error.walk((one) => one instanceof Error && one.name === 'RpcRequestError') !== null

/** Why a call has failed, in the node's words if it has any, and never with its address, which often holds a key. */
export function whyOf(error: unknown): string {
  if (isAnswer(error)) return error.details
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Error && /^(?:Transaction(?:Receipt)?|Block)NotFoundError$/.test(error.name)

/** What a node was asked for; undefined when it answers that it knows of no such transaction or block. */
export async function foundOrNot<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
