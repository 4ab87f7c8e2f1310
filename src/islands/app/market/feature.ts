import { type Feature, screen } from '../core/routing/feature.ts'

const plans = () => import('./screen.tsx').then(({ MarketScreen }) => MarketScreen)
const confirm = () => import('./confirm/screen.tsx').then(({ ConfirmScreen }) => ConfirmScreen)
const orders = () => import('./orders/screen.tsx').then(({ OrdersScreen }) => OrdersScreen)
const order = () => import('./orders/detail.tsx').then(({ OrderScreen }) => OrderScreen)
const watcher = () => import('./watcher/screen.tsx').then(({ WatcherScreen }) => WatcherScreen)
const reads = () => import('./reads.ts').then((all) => all.reads)

/** Both product lines: rented hash rate, and hosted machines, with the same screens. */
export const market = {
  texts: ['market'],
  screens: {
    market: screen('/user/cloud-mining/market-home/market', {
      load: plans,
      reads,
      from: ['/user/cloud-mining', '/user/cloud-mining/market-home'],
      nav: { group: 'cloud', icon: 'server', dock: 3 },
    }),
    orderConfirm: screen('/user/cloud-mining/market-home/order-confirm/:productId', {
      load: confirm,
      sample: { productId: 'aleo-50-90' },
      under: 'market',
    }),
    orders: screen('/user/cloud-mining/order-home/orders', {
      load: orders,
      from: ['/user/cloud-mining/order-home'],
      under: 'market',
    }),
    orderDetail: screen('/user/cloud-mining/order-home/order-detail/:orderId', {
      load: order,
      sample: { orderId: 'none' },
      under: 'market',
    }),
    watcher: screen('/user/cloud-mining/watcher', { load: watcher, under: 'market' }),
    agentMarket: screen('/user/mining-agent/agent-market-home/agent-market', {
      load: plans,
      reads,
      from: ['/user/mining-agent', '/user/mining-agent/agent-market-home'],
      nav: { group: 'cloud', icon: 'hardDrive' },
    }),
    agentConfirm: screen('/user/mining-agent/agent-market-home/agent-order-confirm/:productId', {
      load: confirm,
      sample: { productId: 'rig-aleo-100' },
      under: 'agentMarket',
    }),
    agentOrders: screen('/user/mining-agent/agent-order-home/agent-orders', {
      load: orders,
      from: ['/user/mining-agent/agent-order-home'],
      under: 'agentMarket',
    }),
    agentOrder: screen('/user/mining-agent/agent-order-home/agent-order-detail/:orderId', {
      load: order,
      sample: { orderId: 'none' },
      under: 'agentMarket',
    }),
    agentWatcher: screen('/user/mining-agent/agent-watcher', { load: watcher, under: 'agentMarket' }),
  },
} satisfies Feature
