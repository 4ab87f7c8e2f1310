import { matchRoute } from '#lib/rules/routes.ts'

/**
 * The path to count a visit under: the route's own, with `:id` in place of ids, so that a stranger can't grow the
 * table; whatever is not a route of ours is `/other`.
 */
export function knownPath(path: string): string {
  const chinese = path === '/zh' || path.startsWith('/zh/') ? '/zh' : ''
  const found = matchRoute(path.slice(chinese.length) || '/')
  return found ? chinese + found.route.path : '/other'
}
