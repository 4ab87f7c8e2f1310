/**
 * Keeps the first 2 and the last 2 characters of the part before the @ when it is longer than 4; the domain stays.
 * A shorter one stays as it is. Specification, section 9.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = Array.from(at < 0 ? email : email.slice(0, at))
  if (local.length <= 4) return email
  return `${local.slice(0, 2).join('')}****${local.slice(-2).join('')}${at < 0 ? '' : email.slice(at)}`
}
