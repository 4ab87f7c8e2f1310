import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** MD5 of a text's UTF-8 bytes, as lower-case hex (RFC 1321). Required by the wire protocol; not used for security. */
export function md5Hex(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text)))
}
