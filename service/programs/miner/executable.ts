import { getAsset, isSea } from 'node:sea'

/** A part of an executable, which scripts/pack puts into it beside the program. */
const SERVICE = 'service'

/** Whether the program runs as an executable with its own Node (ADR-137). */
export const isExecutable = isSea()

/** The address of the service that an executable was packed for; undefined elsewhere. */
export const packedService = (): string | undefined =>
  isExecutable ? getAsset(SERVICE, 'utf8') || undefined : undefined
