import { brand } from '#lib/brand.ts'
import { endonym, htmlLang, locales } from '#lib/i18n/locales.ts'
import * as icons from '#lib/illustration/icons.ts'
import type { AreaKey } from './area-keys.ts'
import { type Html, html, type Part } from './html.ts'
import type { PageTexts } from './page-texts.ts'
import type en from './texts/en/operate.json'
import { themes, type ViewChoice } from './view-choice.ts'
import type { Page, Visit } from './visit.ts'

interface AreaLink {
  key: AreaKey
  icon: string
}
type Group = keyof typeof en.areas.groups

/** The areas by the work that they are for; home stands above them. */
const groups: readonly (readonly [Group, readonly AreaLink[]])[] = [
  [
    'money',
    [
      { key: 'withdrawals', icon: icons.arrowUpRight },
      { key: 'payouts', icon: icons.wallet },
      { key: 'deposits', icon: icons.download },
      { key: 'unswept', icon: icons.inbox },
      { key: 'refunds', icon: icons.refreshCw },
      { key: 'settlements', icon: icons.calendar },
      { key: 'fees', icon: icons.creditCard },
      { key: 'rates', icon: icons.chartColumn },
      { key: 'cloud-rates', icon: icons.chartColumn },
      { key: 'currency-rates', icon: icons.chartColumn },
    ],
  ],
  [
    'people',
    [
      { key: 'users', icon: icons.userRound },
      { key: 'devices', icon: icons.monitor },
      { key: 'reports', icon: icons.messagesSquare },
      { key: 'messages', icon: icons.atSign },
      { key: 'notices', icon: icons.bell },
      { key: 'invitations', icon: icons.gitFork },
      { key: 'ambassadors', icon: icons.share },
      { key: 'ambassador-shares', icon: icons.chartColumn },
      { key: 'proofs', icon: icons.circleCheck },
      { key: 'tasks', icon: icons.check },
      { key: 'points', icon: icons.hexagon },
    ],
  ],
  [
    'market',
    [
      { key: 'plans', icon: icons.server },
      { key: 'farms', icon: icons.hardDrive },
      { key: 'machines', icon: icons.monitor },
      { key: 'offers', icon: icons.plus },
      { key: 'rentals', icon: icons.clock },
    ],
  ],
  [
    'platform',
    [
      { key: 'projects', icon: icons.terminal },
      { key: 'versions', icon: icons.smartphone },
      { key: 'page-votes', icon: icons.lightbulb },
      { key: 'operators', icon: icons.shieldCheck },
      { key: 'audit', icon: icons.list },
    ],
  ],
]
const home: Area = { to: '', key: 'overview', icon: icons.layoutDashboard }
const areaOf = ({ key, icon: picture }: AreaLink): Area => ({ to: `/${key}`, key, icon: picture })
const docked = groups.flatMap(([, links]) => links).filter(({ key }) => key === 'withdrawals' || key === 'reports')

interface Area {
  to: string
  key: AreaKey
  icon: string
}

export const icon = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="${path}"/></svg>`

const mark = html`<svg class="mark" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true"><path d="M4 4h5v20H4zM12 4h12l-3.2 5H17v15h-5z"/><path class="arm" d="M17 11.5h7.2L21 16.5h-4z"/></svg>`

interface DocumentParts {
  choice: ViewChoice
  title: string
  body: Part
  /** The bar of areas, of an operator who is signed in. */
  bar?: Part
  keys?: Part
}

/** A whole document. */
const document = ({ choice, title, body, bar, keys }: DocumentParts): Html => {
  const { t, locale } = choice.texts
  return html`<!doctype html>
<html lang="${htmlLang[locale]}"${choice.theme && html` data-theme="${choice.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · ${t('product', { name: brand.name })}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/operate/style.css">
<script src="/operate/keys.js" defer></script>
</head>
<body${!bar && html` class="alone"`}>
<a class="skip" href="#main">${t('skip')}</a>
<header><a class="brand" href="/operate">${mark}<span>${brand.name}</span></a>
<p class="quiet">${t('role')}</p></header>
${bar}
<main id="main" tabindex="-1">
<div class="head"><h1>${title}</h1>${choicesOf(choice)}</div>
${body}
</main>
${keys}
</body>
</html>
`
}

/** Language and scheme: a form without a script, which any page may send. */
function choicesOf({ texts: { t, locale }, theme, back }: ViewChoice): Html {
  const button = (name: string, value: string, { text, isOn, lang }: { text: string; isOn: boolean; lang?: string }) =>
    html`<button name="${name}" value="${value}" aria-pressed="${String(isOn)}"${lang && html` lang="${lang}"`}>${text}</button>`
  return html`<form method="post" action="/operate/view" class="choices"><input type="hidden" name="back" value="${back}">
<div class="seg" role="group" aria-label="${t('view.language')}">${locales.map((one) =>
    button('language', one, { text: endonym[one], isOn: one === locale, lang: htmlLang[one] }),
  )}</div>
<div class="seg" role="group" aria-label="${t('view.theme')}">${themes.map((one) =>
    button('theme', one, { text: t(`view.${one}`), isOn: one === theme }),
  )}</div></form>`
}

const isIn = (path: string, area: string): boolean =>
  area === '' ? path === '' : path === area || path.startsWith(`${area}/`)

const areaLink = ({ t, path }: Visit, { to, key, icon: picture }: Area): Html =>
  html`<a href="/operate${to}"${isIn(path, to) && html` aria-current="page"`}>${icon(picture)}<span>${t(`areas.${key}`)}</span></a>`

const barOf = (visit: Visit): Html => {
  const { t } = visit
  return html`<div class="bar"><form method="get" action="/operate/search" role="search" class="search">
<label>${icon(icons.search)}<span class="sr">${t('search.label')}</span><input type="search" name="q" maxlength="120" placeholder="${t('search.title')}" data-key="/"></label></form>
<nav id="areas" aria-label="${t('areas.label')}">${areaLink(visit, home)}${groups.map(
    ([group, links]) =>
      html`<p class="group" id="group-${group}">${t(`areas.groups.${group}`)}</p><div role="group" aria-labelledby="group-${group}">${links.map((one) => areaLink(visit, areaOf(one)))}</div>`,
  )}</nav>
<div class="foot"><p>${t('signedIn', { name: visit.context.operator })}</p>
<button type="button" class="ghost" data-key="?" hidden>${t('keys.title')} <kbd>?</kbd></button>
<form method="post" action="/operate/sign-out">${formToken(visit)}<button class="ghost">${icon(icons.logOut)}${t('signOut')}</button></form></div></div>
<nav class="dock" aria-label="${t('areas.short')}">${[home, ...docked.map(areaOf)].map((area) => areaLink(visit, area))}<a href="#areas">${icon(icons.menu)}<span>${t('areas.all')}</span></a></nav>`
}

const keyList = ['j', 'k', 'Enter', 'a', 'r', '/', '?'] as const
const keyNames = {
  j: 'next',
  k: 'previous',
  Enter: 'open',
  a: 'approve',
  r: 'refuse',
  '/': 'search',
  '?': 'help',
} as const

const keysOf = ({
  t,
}: PageTexts): Html => html`<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">${t('keys.title')}</h2>
<dl>${keyList.map((key) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(`keys.${keyNames[key]}`)}</dd></div>`)}</dl>
<p class="quiet">${t('keys.note')}</p>
<form method="dialog"><button>${t('keys.close')}</button></form></dialog>`

/** A page of an operator who is signed in. */
export const pageOf = (
  visit: Visit,
  { title, body }: Page,
  { choice, flashMessage }: { choice: ViewChoice; flashMessage: string | null },
): Html =>
  document({
    choice,
    title,
    bar: barOf(visit),
    keys: keysOf(visit),
    body: html`${flashMessage !== null && html`<p class="said" role="status">${flashMessage}</p>`}${
      visit.refusal !== undefined && html`<p class="fault" role="alert">${visit.refusal}</p>`
    }${body}`,
  })

export const formToken = ({ form }: Visit): Html => html`<input type="hidden" name="form" value="${form}">`

interface SignInParts {
  isDemo: boolean
  errorText?: string
  /** As it was typed before. */
  name?: string
}

export const signInPage = (choice: ViewChoice, { isDemo, errorText, name = '' }: SignInParts): Html => {
  const { t } = choice.texts
  return document({
    choice,
    title: t('signIn.title'),
    body: html`${errorText !== undefined && html`<p class="fault" role="alert">${errorText}</p>`}
${
  isDemo &&
  html`<section class="narrow"><p>${t('signIn.demoText')}</p><form method="post" action="/operate/demo"><button class="main">${t('signIn.demo')}</button></form></section>`
}<section class="narrow"><form method="post" action="/operate/sign-in" class="stack">
<label>${t('signIn.name')}<input name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="40"></label>
<label>${t('signIn.key')}<input name="key" type="password" autocomplete="current-password" required maxlength="64"></label>
<label>${t('signIn.code')}<input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="64"></label>
<button${!isDemo && html` class="main"`}>${t('signIn.button')}</button>
</form></section>`,
  })
}

export const errorPage = (choice: ViewChoice, title: string, sentence: string): Html =>
  document({
    choice,
    title,
    body: html`<section><p>${sentence}</p><p><a href="/operate">${choice.texts.t('toOverview')}</a></p></section>`,
  })
