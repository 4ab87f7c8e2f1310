import type { Feature } from '#service/platform/feature.ts'
import { alertQueues } from './jobs.ts'
import { alertsOwnData } from './own-data.ts'
import { alertRoutes } from './routes.ts'

export const alerts: Feature = {
  readsTables: [
    'alert_chats',
    'alert_choices',
    'alert_recipients',
    'alert_settings',
    'alert_webhooks',
    'device_controls',
    'devices',
    'earnings',
    'notices',
    'push_subscriptions',
    'sessions',
    'settlements',
    'user_messages',
    'users',
  ],
  calls: alertRoutes,
  queues: alertQueues,
  ownData: alertsOwnData,
}
