import { brand } from '#lib/brand.ts'
import { type Html, html, type Part } from './html.ts'
import type { Page, Visit } from './visit.ts'

const areas = [
  ['', 'Overview'],
  ['/withdrawals', 'Withdrawals'],
  ['/reports', 'Reports'],
  ['/plans', 'Plans'],
  ['/invitations', 'Invitations'],
  ['/audit', 'Audit'],
] as const

/** A whole document. */
export const document = ({ title, body, top }: { title: string; body: Part; top?: Part }): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand.name} operators</title>
<link rel="stylesheet" href="/operate/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${top}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`

const isIn = (path: string, area: string): boolean =>
  area === '' ? path === '' : path === area || path.startsWith(`${area}/`)

/** A page of an operator who is signed in. */
export const pageOf = (visit: Visit, { title, body }: Page, flashMessage: string | null): Html =>
  document({
    title,
    top: html`<header>
<p class="who"><strong>${brand.name}</strong> ${visit.context.operator}</p>
<form method="post" action="/operate/sign-out">${formToken(visit)}<button class="quiet">Sign out</button></form>
<nav aria-label="Areas">${areas.map(
      ([path, name]) =>
        html`<a href="/operate${path}"${isIn(visit.path, path) && html` aria-current="page"`}>${name}</a>`,
    )}</nav>
</header>`,
    body: html`${flashMessage !== null && html`<p class="said" role="status">${flashMessage}</p>`}${
      visit.refusal !== undefined && html`<p class="fault" role="alert">${visit.refusal}</p>`
    }${body}`,
  })

export const formToken = ({ form }: Visit): Html => html`<input type="hidden" name="form" value="${form}">`

export const signInPage = (errorText?: string, name = ''): Html =>
  document({
    title: 'Sign in',
    body: html`${errorText !== undefined && html`<p class="fault" role="alert">${errorText}</p>`}
<form method="post" action="/operate/sign-in" class="stack narrow">
<label>Name<input name="name" value="${name}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="40"></label>
<label>Key<input name="key" type="password" autocomplete="current-password" required maxlength="64"></label>
<label>Code of the authenticator app<input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="64"></label>
<button class="main">Sign in</button>
</form>`,
  })

export const errorPage = (title: string, sentence: string): Html =>
  document({ title, body: html`<p>${sentence}</p><p><a href="/operate">To the overview</a></p>` })
