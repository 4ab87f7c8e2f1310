/** Refusals of every call that takes such a code. USED: each works once, with `seconds` until the next one. */
export const factorRefusals = ['FACTOR_CODE_NEEDED', 'FACTOR_CODE_WRONG', 'FACTOR_CODE_USED'] as const

/** Refusal of every call that changes how a user comes in: `prove` first, unless the sign-in was minutes ago. */
export const proofRefusals = ['PROVE_FIRST'] as const
