/** The service's sentence when it refused; undefined when there was no usable answer. By name, as the class is none of the core's. */
export const sentenceOf = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'Refused' ? error.message : undefined
