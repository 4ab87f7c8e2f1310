import { type Call, createClient } from '#lib/api/client.ts'
import { md5Digest } from '#lib/api/digest.ts'
import { emailVerifyCode, login, register, type UserInfo } from '#lib/contract/accounts.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { Sealer } from '#lib/crypto/sealer.ts'

export interface Browser {
  ip?: string
  userAgent?: string
  lang?: 'en' | 'zh'
  token?: string
}

/** Access to a service: a world of this process, or a separate process. */
export interface ServiceAccess {
  readonly address: string
  readonly sealer: Sealer
  readonly clock: { now(): number }
  /** The next letter to an address. */
  letter(address: string): Promise<{ code: string }>
}

/** A visitor with a browser: the pages' client, with the IP address and user agent that a test gives it. */
export interface Visitor {
  readonly browser: Browser
  call: Call
}

export function createVisitor(world: ServiceAccess, browser: Browser = {}): Visitor {
  const headers = {
    ...(browser.ip && { 'x-forwarded-for': browser.ip }),
    ...(browser.userAgent && { 'user-agent': browser.userAgent }),
  }
  const { call } = createClient({
    base: `${world.address}/api`,
    salt: 'idleforge',
    versionNo: '0.1.0',
    seal: (payload) => world.sealer.seal(payload),
    session: () => (browser.token === undefined ? undefined : { token: browser.token }),
    lang: () => browser.lang ?? 'en',
    now: () => world.clock.now(),
    fetch: (url, init) => fetch(url, { ...init, headers: { ...(init?.headers as object), ...headers } }),
  })
  return { browser, call }
}

export interface User extends Visitor {
  readonly email: string
  readonly password: string
  readonly digest: string
  readonly info: UserInfo
  readonly token: string
  /** Signs in again, as another browser. */
  signIn(browser?: Browser): Promise<Visitor & { reply: ReplyOf<typeof login> }>
}

export interface NewUser extends Browser {
  email?: string
  password?: string
  inviteCode?: string
}

let users = 0

/** Registers with the mailed code, as the page does. */
export async function registerUser(world: ServiceAccess, options: NewUser = {}): Promise<User> {
  users += 1
  const email = options.email ?? `user${users}@example.test`
  const password = options.password ?? `Quiet-Harbour-${users}`
  const digest = md5Digest(password)
  const visitor = createVisitor(world, { ...options })
  await visitor.call(emailVerifyCode, { username: email, scene: 'register' })
  const { code } = await world.letter(email)
  const { token, userInfo } = await visitor.call(register, {
    username: email,
    password: digest,
    verifyCode: code,
    plat: 'web',
    ...(options.inviteCode && { inviteCode: options.inviteCode }),
  })
  visitor.browser.token = token
  return {
    ...visitor,
    email,
    password,
    digest,
    info: userInfo,
    token,
    async signIn(browser = {}) {
      const other = createVisitor(world, { ...browser })
      const reply = await other.call(login, { username: email, password: digest, plat: 'web' })
      other.browser.token = reply.token
      return { ...other, reply }
    },
  }
}
