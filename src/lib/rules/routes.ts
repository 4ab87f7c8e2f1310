/**
 * Every route of the specification, section 2, in one table. The app's router, its guard and its titles come from it,
 * and the service counts visits by it. A route without a screen leads to the not-found page until its screen is built.
 */
export interface Route {
  readonly path: string
  /** The child that this route goes on to. */
  readonly redirect?: string
  readonly auth: boolean
  /** Query parameters that are passed to the screen as props. */
  readonly query?: readonly string[]
  /** Key of the title in the `app` catalogue, which is the screen's name too. */
  readonly screen?: string
  /** A page of its own, not a screen of the app. */
  readonly page?: boolean
}

const onward = (path: string, child: string): Route => ({ path, redirect: `${path}/${child}`, auth: true })
const later = (path: string, query?: readonly string[]): Route => ({ path, auth: true, ...(query && { query }) })
const screen = (path: string, name: string): Route => ({ path, auth: true, screen: name })
const page = (path: string, query?: readonly string[]): Route => ({
  path,
  auth: false,
  page: true,
  ...(query && { query }),
})

interface Market {
  market: string
  confirm: string
  orders: string
  detail: string
  watcher: string
}

/** Cloud mining and the mining agent are one product line each, with the same screens. */
const productLine = (area: string, name: Market): Route[] => [
  onward(area, `${name.market}-home`),
  onward(`${area}/${name.market}-home`, name.market),
  later(`${area}/${name.market}-home/${name.market}`),
  later(`${area}/${name.market}-home/${name.confirm}/:productId`),
  onward(`${area}/${name.orders.replace(/s$/, '')}-home`, name.orders),
  later(`${area}/${name.orders.replace(/s$/, '')}-home/${name.orders}`),
  later(`${area}/${name.orders.replace(/s$/, '')}-home/${name.detail}/:orderId`),
  later(`${area}/${name.watcher}`),
]

export const routes: readonly Route[] = [
  page('/'),
  page('/pc'),
  page('/cloud'),
  { path: '/user', redirect: '/user/overview-main', auth: true },
  onward('/user/overview-main', 'overview'),
  screen('/user/overview-main/overview', 'overview'),
  screen('/user/overview-main/machine', 'devices'),
  screen('/user/overview-main/download-pc', 'download'),
  onward('/user/earnings', 'pc-earnings'),
  screen('/user/earnings/pc-earnings', 'pcEarnings'),
  screen('/user/earnings/cloud-earnings', 'cloudEarnings'),
  screen('/user/earnings/withdrawals', 'withdrawals'),
  screen('/user/wallets', 'wallets'),
  later('/user/invitation'),
  screen('/user/account', 'account'),
  { ...screen('/user/earning-detail', 'earningDetail'), query: ['coin', 'type', 'from', 'to'] },
  ...productLine('/user/mining-agent', {
    market: 'agent-market',
    confirm: 'agent-order-confirm',
    orders: 'agent-orders',
    detail: 'agent-order-detail',
    watcher: 'agent-watcher',
  }),
  ...productLine('/user/cloud-mining', {
    market: 'market',
    confirm: 'order-confirm',
    orders: 'orders',
    detail: 'order-detail',
    watcher: 'watcher',
  }),
  later('/user/user-points'),
  onward('/user/gpu', 'gpu-list'),
  later('/user/gpu/gpu-list'),
  later('/user/gpu/gpu-detail/:id'),
  later('/user/gpu/my-gpu'),
  onward('/user/balance', 'recharge'),
  later('/user/balance/recharge'),
  later('/user/balance/consumption'),
  page('/download'),
  page('/mobile-signup', ['inviteCode', 'lang']),
  page('/mobile-signup-success', ['lang']),
  page('/points'),
  page('/auth-success', ['code', 'state', 'error']),
  page('/google-auth', ['code', 'state', 'error']),
  page('/invitation-kol'),
  page('/login', ['redirect']),
  page('/register', ['inviteCode', 'redirect']),
  page('/password', ['redirect']),
  screen('/messages', 'messages'),
  page('/stand-message'),
  page('/pc-notice-alert'),
]

export interface Match {
  readonly route: Route
  /** The address that the route stands for, after its redirects: path and query. */
  readonly href: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** The query parameters that the route asks for, and no others. */
  readonly query: Readonly<Record<string, string>>
}

const compiled = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, (_, name: string) => `(?<${name}>[^/]+)`)}$`),
}))

const closed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The route of an address, redirects followed; undefined leads to the not-found page. */
export function matchRoute(href: string): Match | undefined {
  const [address = '', hash = ''] = href.split('#')
  const [given = '', search = ''] = address.split('?')
  let path = closed(given)
  for (let hops = 0; hops < 8; hops += 1) {
    const hit = compiled.map(({ route, pattern }) => ({ route, found: pattern.exec(path) })).find(({ found }) => found)
    if (!hit?.found) return undefined
    if (hit.route.redirect !== undefined) {
      path = hit.route.redirect
      continue
    }
    const params = Object.fromEntries(
      Object.entries(hit.found.groups ?? {}).map(([name, part]) => [name, decode(part)]),
    )
    const asked = new URLSearchParams(search)
    const query = Object.fromEntries(
      (hit.route.query ?? []).flatMap((name) => {
        const value = asked.get(name)
        return value === null ? [] : [[name, value.slice(0, 200)]]
      }),
    )
    return { route: hit.route, path, params, query, href: path + (search && `?${search}`) + (hash && `#${hash}`) }
  }
  throw new Error(`the redirects of ${href} never end`)
}

/** Whether a path may only be opened by somebody who is signed in: every path below /user, and the messages. */
export const needsSession = (path: string): boolean => /^\/(user|messages)(\/|$)/.test(path)
