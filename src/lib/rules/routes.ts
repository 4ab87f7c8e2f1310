import { createMatcher, type PathRow } from './paths.ts'

/**
 * Every route of the specification (SPEC-2.1 to SPEC-2.27) and of ours in one table: the service counts visits by it, and a test holds
 * the screens that the app declares (src/islands/app, feature.ts of each feature) against it. The app leads to the
 * not-found page where no feature has declared the screen yet.
 */
export interface Route extends PathRow {
  readonly auth: boolean
  /** A page of its own, not a screen of the app. */
  readonly page?: boolean
}

const onward = (path: string, child: string): Route => ({ path, redirect: `${path}/${child}`, auth: true })
const screen = (path: string, query?: readonly string[]): Route => ({ path, auth: true, ...(query && { query }) })
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
  screen(`${area}/${name.market}-home/${name.market}`),
  screen(`${area}/${name.market}-home/${name.confirm}/:productId`),
  onward(`${area}/${name.orders.replace(/s$/, '')}-home`, name.orders),
  screen(`${area}/${name.orders.replace(/s$/, '')}-home/${name.orders}`),
  screen(`${area}/${name.orders.replace(/s$/, '')}-home/${name.detail}/:orderId`),
  screen(`${area}/${name.watcher}`),
]

/** Screens that the specification does not have. */
const ours = ['/user/alerts', '/user/earnings/points-earnings', '/user/gpu/my-machines']

export const routes: readonly Route[] = [
  page('/'),
  page('/pc'),
  page('/cloud'),
  { path: '/user', redirect: '/user/overview-main', auth: true },
  onward('/user/overview-main', 'overview'),
  screen('/user/overview-main/overview'),
  screen('/user/overview-main/machine'),
  screen('/user/overview-main/download-pc'),
  onward('/user/earnings', 'pc-earnings'),
  screen('/user/earnings/pc-earnings'),
  screen('/user/earnings/cloud-earnings'),
  screen('/user/earnings/withdrawals'),
  screen('/user/wallets'),
  screen('/user/invitation'),
  screen('/user/account'),
  screen('/user/earning-detail', ['coin', 'type', 'from', 'to']),
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
  screen('/user/user-points'),
  onward('/user/gpu', 'gpu-list'),
  screen('/user/gpu/gpu-list', ['model', 'memory', 'price', 'region', 'count', 'reliability', 'state', 'sort', 'page']),
  screen('/user/gpu/gpu-detail/:id'),
  screen('/user/gpu/my-gpu'),
  onward('/user/balance', 'recharge'),
  screen('/user/balance/recharge'),
  screen('/user/balance/consumption'),
  ...ours.map((path) => screen(path)),
  screen('/user/overview-main/year', ['id']),
  page('/download'),
  page('/mobile-signup', ['inviteCode', 'lang']),
  page('/mobile-signup-success', ['inviteCode']),
  page('/points'),
  page('/auth-success', ['code', 'state', 'error']),
  page('/google-auth', ['code', 'state', 'error']),
  page('/invitation-kol', ['inviteCode']),
  page('/no-reminders', ['ticket']),
  page('/login', ['redirect']),
  page('/register', ['inviteCode', 'redirect']),
  page('/password', ['redirect']),
  { ...screen('/messages'), query: ['report', 'fault'] },
  page('/stand-message'),
  page('/pc-notice-alert'),
]

/** The route of an address, redirects followed; undefined leads to the not-found page. */
export const matchRoute = createMatcher(routes)
