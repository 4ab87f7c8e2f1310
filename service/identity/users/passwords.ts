import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** argon2id with 19 MiB, two passes, one lane (OWASP's smallest recommended setting). */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32
/** More at once would fill the thread pool and block every other call. */
const MAX_CONCURRENT = 2

const hashAsync = promisify(argon2)
let running = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function derive(digest: string, salt: Buffer, pepper: string): Promise<Buffer> {
  // The client sends an unsalted MD5. The pepper, which is outside the database, makes a stolen table useless.
  const message = createHmac('sha256', pepper).update(digest.toLowerCase()).digest()
  const options = { message, nonce: salt, parallelism: LANES, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES }
  return limitConcurrency(() => hashAsync('argon2id', options))
}

/** The stored form of a password digest: `argon2id$<salt>$<tag>`. */
export async function hashPassword(digest: string, pepper: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(digest, salt, pepper)
  return `argon2id$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

const nobody = `argon2id$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(TAG_BYTES).toString('base64url')}`

/** Whether a digest matches the stored hash. Without a stored one it does the same work, so that the timing reveals nothing. */
export async function isPasswordOf(stored: string | undefined, digest: string, pepper: string): Promise<boolean> {
  const [, salt, tag] = (stored ?? nobody).split('$')
  const actual = await derive(digest, Buffer.from(salt ?? '', 'base64url'), pepper)
  return timingSafeEqual(actual, Buffer.from(tag ?? '', 'base64url')) && stored !== undefined
}
