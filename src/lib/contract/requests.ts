import { Uuid } from './fields.ts'

/** One id per user intent, made by the client: however often it is sent, the act is done once (ADR-109). */
export const RequestId = Uuid

/** Refusals of every call with a request id: REUSED if it was sent before with different content. */
export const requestRefusals = ['REQUEST_REUSED'] as const
