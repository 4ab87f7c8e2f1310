/** A row of a table of routes. */
export interface PathRow {
  /** `/user/orders/:orderId`: a parameter matches one segment of the path. */
  readonly path: string
  /** Path that this one redirects to. */
  readonly redirect?: string
  /** Query parameters of the route. */
  readonly query?: readonly string[]
}

export interface PathMatch<Row> {
  readonly route: Row
  /** Path and query of the route after its redirects. */
  readonly href: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** The route's own query parameters only. */
  readonly query: Readonly<Record<string, string>>
}

const closed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The expression of a path with parameters, which are its named groups. */
export const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

/** Finds the row of an address, redirects followed; undefined where the table has none. */
export function createMatcher<Row extends PathRow>(rows: readonly Row[]) {
  const compiled = rows.map((row) => ({ row, pattern: pathPattern(row.path) }))
  return (href: string): PathMatch<Row> | undefined => {
    // Stryker disable StringLiteral: a text that is split has a first part, if an empty one; the compiler does not know that
    const [address = '', hash = ''] = href.split('#')
    const [pathname = '', search = ''] = address.split('?')
    // Stryker restore StringLiteral
    let path = closed(pathname)
    for (let hops = 0; hops < 8; hops += 1) {
      const hit = compiled.map(({ row, pattern }) => ({ row, found: pattern.exec(path) })).find(({ found }) => found)
      if (!hit?.found) return undefined
      if (hit.row.redirect !== undefined) {
        path = hit.row.redirect
        continue
      }
      const params = Object.fromEntries(
        Object.entries(hit.found.groups ?? {}).map(([name, part]) => [name, decode(part)]),
      )
      const searchParams = new URLSearchParams(search)
      const query = Object.fromEntries(
        hit.row.query?.flatMap((name) => {
          const value = searchParams.get(name)
          return value === null ? [] : [[name, value.slice(0, 200)]]
        }) ?? [],
      )
      return { route: hit.row, path, params, query, href: path + (search && `?${search}`) + (hash && `#${hash}`) }
    }
    throw new Error(`the redirects of ${href} never end`)
  }
}

/** True if a path needs a signed-in user: every path below /user, and the messages. */
export const needsSession = (path: string): boolean => /^\/(user|messages)(\/|$)/.test(path)
