import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** MD5 of a text as UTF-8, lower-case hex (RFC 1321). The wire protocol asks for it; it protects nothing by itself. */
export function md5Hex(text: string): string {
  return bytesToHex(md5(utf8ToBytes(text)))
}
