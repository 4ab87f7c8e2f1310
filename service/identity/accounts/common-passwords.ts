import { hash } from 'node:crypto'

/**
 * Digests of the most common passwords that satisfy the form's rules: a well-known word with a capital, a number and a sign.
 * The digest is unsalted, so a plain comparison finds them.
 */
const words = [
  'password', 'passw0rd', 'p@ssword', 'p@ssw0rd', 'welcome', 'admin', 'administrator', 'qwerty', 'qwertyuiop', 'asdfgh',
  'abc', 'abcd', 'letmein', 'iloveyou', 'monkey', 'dragon', 'football', 'baseball', 'master', 'sunshine', 'princess',
  'shadow', 'superman', 'batman', 'trustno1', 'hello', 'freedom', 'whatever', 'login', 'secret', 'summer', 'winter',
  'spring', 'autumn', 'monday', 'friday', 'january', 'december', 'google', 'bitcoin', 'crypto', 'mining', 'miner',
  'idleforge', 'changeme', 'default', 'test', 'user', 'root', 'zaq1', 'qaz', 'wsx', 'woaini', 'wangyi', 'aini', 'nihao',
] // biome-ignore format: a table of words reads better in rows
const numbers = [
  '1', '2', '12', '123', '1234', '12345', '123456', '1234567', '12345678', '01', '00', '007', '11', '22', '69', '88',
  '99', '111', '321', '520', '521', '666', '777', '888', '1314', '2020', '2021', '2022', '2023', '2024', '2025', '2026',
] // biome-ignore format: a table of numbers reads better in rows
const symbols = ['!', '@', '#', '$', '%', '&', '*', '.', '_', '-', '?', '!!', '!@#', '@!']

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function* commonPasswords(): Generator<string> {
  for (const word of words.map(capitalised))
    for (const number of numbers)
      for (const sign of symbols) {
        yield word + number + sign
        yield word + sign + number
        yield sign + word + number
      }
}

let digests: Set<string> | undefined

/** `digest` is the client's MD5 in hex, in any case. */
export function isCommonPassword(digest: string): boolean {
  digests ??= new Set(Array.from(commonPasswords(), (text) => hash('md5', text)))
  return digests.has(digest.toLowerCase())
}
