import { Uuid } from './fields.ts'

/** One id for one intent of a user, made by the client: however often it is sent, it is done once (ADR-109). */
export const RequestId = Uuid

/** Refusals of every call with a request id: REUSED when it was sent before with another content. */
export const requestRefusals = ['REQUEST_REUSED'] as const
