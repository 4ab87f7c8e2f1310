import { codeAt } from './factor.ts'
import { createOperator } from './operator.ts'
import { type Owner, openOwner } from './owner.ts'
import { pepper, type World } from './world.ts'

/** The output of `operators add`. */
export interface OperatorKeys {
  name: string
  key: string
  secret: string
  uri: string
}

/** An operator account, as the program makes it. */
export async function addOperator(world: World, name = 'ada'): Promise<OperatorKeys> {
  const program = createOperator(world, { PASSWORD_PEPPER: pepper })
  const { code, out, err } = await program(`operators add ${name} --yes --json`)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

export interface Shown {
  status: number
  headers: Headers
  /** The received document. */
  page: string
  /** The form's target. */
  location: string | null
}

/** A browser without scripts at /operate: it keeps the cookie, and sends the page's origin. */
export class DeskBrowser {
  cookie = ''
  readonly address: string
  readonly headers: Record<string, string>
  constructor(address: string, headers: Record<string, string> = {}) {
    this.address = address
    this.headers = headers
  }

  async ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Shown> {
    const headers = { ...this.headers, ...(this.cookie && { cookie: this.cookie }), ...init.headers }
    const response = await fetch(`${this.address}/operate${path}`, { redirect: 'manual', ...init, headers })
    const set = response.headers.get('set-cookie')
    if (set !== null) this.cookie = set.split(';')[0] ?? ''
    const location = response.headers.get('location')
    return { status: response.status, headers: response.headers, page: await response.text(), location }
  }

  /** Sends a form as the page would: with its own token unless another is given. */
  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Shown> {
    return this.ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.address, ...headers },
    })
  }

  signIn(keys: OperatorKeys, now: number): Promise<Shown> {
    return this.post('/sign-in', { name: keys.name, key: keys.key, code: codeAt(keys.secret, now) })
  }

  /** The token that the session's forms carry. */
  async form(): Promise<string> {
    return /name="form" value="([0-9a-f]{64})"/.exec((await this.ask('')).page)?.[1] ?? ''
  }

  /** Sends a form, confirms it, and returns the page that follows. */
  async act(
    path: string,
    fields: Record<string, string> = {},
  ): Promise<{ question: Shown; done: Shown; after: Shown }> {
    const form = await this.form()
    const question = await this.post(path, { form, ...fields })
    const sure = /name="sure" value="([0-9a-f]{64})"/.exec(question.page)?.[1] ?? ''
    const done = await this.post(path, { form, ...fields, sure })
    const after = done.location === null ? done : await this.ask(done.location.slice('/operate'.length))
    return { question, done, after }
  }
}

/** The content of a page, without the frame, whose icons and script are ours. */
export const contentOf = (page: string): string => page.slice(page.indexOf('<main'), page.lastIndexOf('</main>'))

/** A text as a page escapes it. */
export const shownAs = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** An account with coins and a wallet a day old, and a browser in which an operator is signed in. */
export async function openOwnerDesk(): Promise<Owner & { operate: DeskBrowser; signInAgain(): Promise<void> }> {
  const owner = await openOwner('20')
  owner.world.clock.advance(86_400)
  const keys = await addOperator(owner.world)
  const operate = await signedIn(owner.world, keys)
  const signInAgain = async () => {
    operate.cookie = (await signedIn(owner.world, keys)).cookie
  }
  return { ...owner, operate, signInAgain }
}

/** A browser in which an operator is signed in. */
export async function openDesk(world: World, name = 'ada'): Promise<DeskBrowser> {
  return signedIn(world, await addOperator(world, name))
}

async function signedIn(world: World, keys: OperatorKeys): Promise<DeskBrowser> {
  const browser = new DeskBrowser(world.address)
  const { status, page } = await browser.signIn(keys, world.clock.now())
  if (status !== 303) throw new Error(`not let in: ${status} ${page}`)
  return browser
}
