export const PASSWORD_LENGTH = { min: 8, max: 20 } as const

/** The rules for a login password (SPEC-5.1 to SPEC-5.3), in the order in which a form lists them. */
const checks = {
  length: (text: string) => text.length >= PASSWORD_LENGTH.min && text.length <= PASSWORD_LENGTH.max,
  lower: (text: string) => /[a-z]/.test(text),
  upper: (text: string) => /[A-Z]/.test(text),
  digit: (text: string) => /\d/.test(text),
  special: (text: string) => /[^A-Za-z0-9\s]/.test(text),
  ends: (text: string) => text.length > 0 && text.trim() === text,
} as const

export type PasswordRule = keyof typeof checks

export const passwordRules = Object.keys(checks) as PasswordRule[]

/**
 * True if a password satisfies a rule, in NFC as its digest is. The service receives only a digest, so the client has to
 * check.
 */
export const satisfiesRule = (rule: PasswordRule, text: string): boolean => checks[rule](text.normalize('NFC'))

export const isPassword = (text: string): boolean => passwordRules.every((rule) => satisfiesRule(rule, text))
