import { NOT_FOUND } from '#lib/contract/endpoint.ts'
import type { T } from '../texts/i18n.ts'

// By their names: the errors' classes are none of the core's.

/** The service's sentence when it refused; undefined when there was no usable answer. */
export const refusalText = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'Refused' ? error.message : undefined

/**
 * Whether what was asked for is not there any more: another try finds nothing either. A node of an older build that lacks a
 * path answers with the same code, but with no reason: another try may meet a newer one.
 */
export const isGone = ({ code, reason }: Error & { code?: string; reason?: string }): boolean =>
  code === String(NOT_FOUND) && reason !== undefined

/** What an answer that is none of the service's own says of itself, HTTP's status text at least; '' where it says nothing. */
const statusTextOf = (error: unknown): string =>
  error instanceof Error && 'kind' in error && error.kind === 'status' ? error.message : ''

/** What to say of a read that failed. */
export function readErrorText(t: T, error: unknown): string {
  const answer = statusTextOf(error)
  return refusalText(error) || (answer ? t('failed.titleOf', { answer }) : t('failed.title'))
}

/** What to say of an act that failed, or of which nobody knows whether it did. */
export function actionErrorText(t: T, error: unknown): string {
  const answer = statusTextOf(error)
  return refusalText(error) || (answer ? t('failed.answered', { answer }) : t('failed.unanswered'))
}
