import { matchRoute } from '#lib/rules/routes.ts'

/**
 * The path under which a visit is counted: the route with `:id` in place of ids, so that strangers cannot grow the table;
 * anything but a known route is `/other`.
 */
export function knownPath(path: string): string {
  const chinese = path === '/zh' || path.startsWith('/zh/') ? '/zh' : ''
  const found = matchRoute(path.slice(chinese.length) || '/')
  return found ? chinese + found.route.path : '/other'
}
