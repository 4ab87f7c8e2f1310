import { sm2 } from 'sm-crypto'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { seal } from '#lib/crypto/seal.ts'
import { drawPrivateKey, type Sm2Key } from './key.ts'
import { publicKeyOf } from './noble.ts'
import type { Sm2Opener } from './opener.ts'
import { isPrivateKey } from './parameters.ts'

/**
 * Compares our SM2 code with sm-crypto, the common library: both the client's encryption and the service's decryption are ours,
 * so that a mistake in one could hide in the other.
 */

/** Long enough that its key stream is never all zero, which sm-crypto would send and the standard forbids. */
const TEXT = '{"data":"sealed and opened, 挖矿收益 🔑"}'

/** Throws unless the service decrypts what sm-crypto encrypts, and sm-crypto decrypts what the client encrypts. */
export function selfTest(open: Sm2Opener['open'], privateKey: string): void {
  const publicKey = publicKeyOf(privateKey)
  const sealed = seal(createTicketMaker(publicKey)(), new TextEncoder().encode(TEXT))
  if (sealed === undefined || sm2.doDecrypt(sealed.slice(2), privateKey, 1) !== TEXT)
    throw new Error('SM2: sm-crypto does not open what the client seals')
  if (open(`04${sm2.doEncrypt(TEXT, publicKey, 1)}`) !== TEXT)
    throw new Error('SM2: the service does not open what sm-crypto seals')
}

const tested = new Set<string>()

/** Runs the self-test once per process: the code does not change, and tests start many services in one process. */
export function selfTestOnce({ open, backend }: Sm2Opener, privateKey: string): void {
  const pair = `${backend} ${privateKey}`
  if (tested.has(pair)) return
  selfTest(open, privateKey)
  tested.add(pair)
}

/** Creates a key pair with sm-crypto, whose public half our code has to derive too. The randomness is Node's. */
export function newKeyPair(): Sm2Key {
  for (;;) {
    const pair = sm2.generateKeyPairHex(drawPrivateKey(), 16)
    if (!isPrivateKey(pair.privateKey)) continue
    if (publicKeyOf(pair.privateKey) !== pair.publicKey) throw new Error('SM2: two libraries make two public keys')
    return pair
  }
}
