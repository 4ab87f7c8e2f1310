import type { APIRoute } from 'astro'
import { brand } from '#lib/brand.ts'

/** Web app manifest of the dashboard. */
const manifest = {
  name: brand.name,
  short_name: brand.name,
  id: '/user/',
  start_url: '/user/',
  scope: '/',
  display: 'standalone',
  background_color: '#0b0e10',
  theme_color: '#0b0e10',
  shortcuts: [
    { name: 'Overview', url: '/user/overview-main/overview' },
    { name: 'Withdrawals', url: '/user/earnings/withdrawals' },
    { name: 'Messages', url: '/messages' },
  ],
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
}

export const GET: APIRoute = () =>
  new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
