import { md5Hex } from '../crypto/md5.ts'

/** A password on the wire: lower-case hex MD5 of its UTF-8 text (SPEC-5.4). */
export const md5Digest = (password: string): string => md5Hex(password)
