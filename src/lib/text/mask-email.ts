/** Characters as readers see them: with their marks, and no half of a surrogate pair. */
const characters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

/**
 * Keeps the first 2 and the last 2 characters of the part before the @ when it is longer than 4; the domain stays.
 * A shorter one stays as it is. See SPEC-9.31.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = characters(at < 0 ? email : email.slice(0, at))
  if (local.length <= 4) return email
  return `${local.slice(0, 2).join('')}****${local.slice(-2).join('')}${at < 0 ? '' : email.slice(at)}`
}

/**
 * Another user's address as the service sends it: masked by `maskEmail`, but with only the first character of a local
 * part of up to 4, which `maskEmail` would leave readable (ADR-133).
 */
export function maskAccount(email: string): string {
  const at = email.lastIndexOf('@')
  const local = characters(at < 0 ? email : email.slice(0, at))
  if (local.length > 4) return maskEmail(email)
  return `${local[0] ?? ''}***${at < 0 ? '' : email.slice(at)}`
}

/** A name for those who do not know its owner: the first character, of a longer one two, and no word of its end. */
export function maskName(name: string): string {
  const all = characters(name.split('@')[0] ?? '')
  return `${all.slice(0, all.length > 4 ? 2 : 1).join('')}***`
}
