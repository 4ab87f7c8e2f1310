import type { APIRoute } from 'astro'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { qrCode, qrPath } from '#lib/illustration/qr.ts'

export const getStaticPaths = () => locales.map((locale) => ({ params: { locale } }))

/** The address of the download page as a QR code: a file, so that phones, which do not show it, do not pay for it. */
export const GET: APIRoute = ({ params, site }) => {
  const code = qrCode(new URL(localize('/download', params.locale as Locale), site).href)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${code.length + 4} ${code.length + 4}" shape-rendering="crispEdges"><path fill="#fff" d="M-2-2h${code.length + 4}v${code.length + 4}h-${code.length + 4}z"/><path d="${qrPath(code)}"/></svg>`
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } })
}
