/** Refusals of every call that takes such a code. USED: each code works once; `seconds` until the next one. */
export const factorRefusals = ['FACTOR_CODE_NEEDED', 'FACTOR_CODE_WRONG', 'FACTOR_CODE_USED'] as const

/** Refusal of every call that changes sign-in methods: call `prove` first, unless the user signed in minutes ago. */
export const proofRefusals = ['PROVE_FIRST'] as const
