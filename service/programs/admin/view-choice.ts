import type { FastifyRequest } from 'fastify'
import { isLocale, type Locale } from '#lib/i18n/locales.ts'
import { type PageTexts, textsIn } from './page-texts.ts'

export const themes = ['day', 'night'] as const
type Theme = (typeof themes)[number]
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

/** The look that a browser has chosen. */
export interface ViewChoice {
  texts: PageTexts
  /** Undefined follows the system. */
  theme: Theme | undefined
  /** The address to return to after another choice, behind /operate. */
  back: string
}

const COOKIE = 'idleforge_operate_view'
const YEAR_SECONDS = 365 * 86_400

export const valueOfCookie = ({ headers: { cookie } }: FastifyRequest, name: string): string | undefined =>
  cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The choice in the cookie; the language of a first visit is the browser's. */
function remembered(request: FastifyRequest): { locale: Locale; theme: Theme | undefined } {
  const [locale, theme] = (valueOfCookie(request, COOKIE) ?? '').split('.')
  const first = request.headers['accept-language']?.split(',')[0]?.trim().toLowerCase().startsWith('zh') ? 'zh' : 'en'
  return { locale: isLocale(locale) ? locale : first, theme: isTheme(theme) ? theme : undefined }
}

export function viewChoiceOf(request: FastifyRequest, back: string): ViewChoice {
  const { locale, theme } = remembered(request)
  return { texts: textsIn(locale), theme, back }
}

/** The cookie of another choice, which the fields of its form name. */
export function viewCookie(request: FastifyRequest, fields: URLSearchParams, isSecure: boolean): string {
  const known = remembered(request)
  const [language, theme] = [fields.get('language'), fields.get('theme')]
  const locale = isLocale(language) ? language : known.locale
  const chosen = isTheme(theme) ? theme : known.theme
  return `${COOKIE}=${locale}.${chosen ?? 'system'}; Path=/operate; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** An address of this page that a form may lead back to; any other leads home. */
export const backTo = (address: string | null): string =>
  address !== null && /^(?:\/(?!\.)[\w%.~-]+)*(?:\?[\w%.~&=+-]*)?$/.test(address) ? address : ''
