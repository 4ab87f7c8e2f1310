const areas = new Set([
  'user', 'messages', 'login', 'register', 'password', 'download', 'points', 'pc', 'cloud', 'faq', 'docs', 'guide', 'about',
  'help', 'community', 'invitation-kol', 'terms', 'privacy', 'status', 'mobile-signup', 'mobile-signup-success',
  'auth-success', 'google-auth', 'stand-message', 'pc-notice-alert',
]) // biome-ignore format: a list of names reads better in rows

/**
 * The path to count a visit under: ids become `:id` and paths that are not ours become `/other`, so that a stranger
 * can't grow the table.
 */
export function knownPath(path: string): string {
  const parts = path.split('/').filter(Boolean)
  const [area] = parts[0] === 'zh' ? parts.slice(1) : parts
  if (area === undefined) return path === '/zh' || path === '/zh/' ? '/zh' : '/'
  if (!areas.has(area) || parts.length > 6) return '/other'
  const shown = parts.map((part) => (/\d/.test(part) || part.length > 24 ? ':id' : part))
  return `/${shown.join('/')}`
}
