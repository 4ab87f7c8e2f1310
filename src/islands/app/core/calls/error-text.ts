import { NOT_FOUND } from '#lib/contract/endpoint.ts'
import type { T } from '../texts/i18n.ts'

// Compares by name, so that the error classes stay out of the core.

/** The service's text if it refused; undefined if there was no usable answer. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'Refused' ? error.message : undefined

/**
 * True if the requested record no longer exists, so that a retry is useless. A node of an older build that lacks a path
 * replies with the same code but without a reason: a retry may reach a newer node.
 */
export const isGone = ({ code, reason }: Error & { code?: string; reason?: string }): boolean =>
  code === String(NOT_FOUND) && reason !== undefined

/** Text of a response that is not from the service, at least HTTP's status text; '' if there is none. */
const statusTextOf = (error: unknown): string =>
  error instanceof Error && 'kind' in error && error.kind === 'status' ? error.message : ''

/** Error text of a failed read. */
export function readErrorText(t: T, error: unknown): string {
  const answer = statusTextOf(error)
  return refusalText(error) || (answer ? t('failed.titleOf', { answer }) : t('failed.title'))
}

/** Error text of an action that failed or whose outcome is unknown. */
export function actionErrorText(t: T, error: unknown): string {
  const answer = statusTextOf(error)
  return refusalText(error) || (answer ? t('failed.answered', { answer }) : t('failed.unanswered'))
}
