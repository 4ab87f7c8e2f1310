import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ssh2 from 'ssh2'
import { makeFolder } from '#service/platform/folders.ts'

interface KeyPair {
  private: string
  public: string
}

/** Pairs of `generate` until both keys can be read: ssh2 1.17 cuts leading zeros off one key in 128 (mscdex/ssh2#1513). */
export function createKeyPair(
  comment?: string,
  generate: typeof ssh2.utils.generateKeyPairSync = ssh2.utils.generateKeyPairSync,
): KeyPair {
  for (;;) {
    const pair = generate('ed25519', comment === undefined ? {} : { comment })
    const isReadable = (key: string) => !(ssh2.utils.parseKey(key) instanceof Error)
    if (isReadable(pair.private) && isReadable(pair.public)) return pair
  }
}

/** The host key of this machine's SSH server, created once; renters compare its fingerprint. */
export function loadOrCreateHostKey(dataDir: string): { privateKey: string; fingerprint: string } {
  makeFolder(dataDir, 0o700)
  const file = path.join(dataDir, 'host-key')
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    writeFileSync(draft, createKeyPair().private, { mode: 0o600 })
    renameSync(draft, file)
  }
  chmodSync(file, 0o600)
  const privateKey = readFileSync(file, 'utf8')
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw new Error(`${file} is not a key: remove it to create a new one`)
  const hash = createHash('sha256').update(parsed.getPublicSSH()).digest('base64')
  return { privateKey, fingerprint: `SHA256:${hash.replace(/=+$/, '')}` }
}
