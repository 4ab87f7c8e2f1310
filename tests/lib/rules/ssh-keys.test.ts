import { describe, expect, test } from 'vitest'
import { parseSshKey } from '#lib/rules/ssh-keys.ts'
import { ecdsaLine, ed25519Line, keyLine, rsaLine } from '#world/gpu.ts'

const good = ed25519Line()
const [, base64 = ''] = good.split(' ')
const bytes = Buffer.from(base64, 'base64')
const again = (changed: Uint8Array, type = 'ssh-ed25519') => `${type} ${Buffer.from(changed).toString('base64')}`
const big = (length: number, first = 0x80) =>
  Buffer.concat([Buffer.from([0, first]), Buffer.alloc(length - 2), Buffer.from([1])])
const rsa = (exponent: Uint8Array, modulus: Uint8Array) => keyLine('ssh-rsa', exponent, modulus)
const e = Buffer.from([1, 0, 1])

describe('accepts', () => {
  test.each([
    ['ed25519', good],
    ['ECDSA of 256 bits', ecdsaLine('nistp256')],
    ['ECDSA of 384 bits', ecdsaLine('nistp384')],
    ['ECDSA of 521 bits', ecdsaLine('nistp521')],
    ['RSA of 2048 bits', rsaLine(2048)],
    ['RSA of 3072 bits', rsaLine(3072)],
    ['blanks around it', `  ${good}\n`],
    ['invisible characters in it', `\ufeff${good.slice(0, 30)}\u200b${good.slice(30)}\u202c`],
    ['tabs in it', good.replace(' ', '\t')],
    ['several blanks in it', good.replace(' ', ' \t ')],
    ['as long as a line may be', `${good} ${'x'.repeat(4000 - good.length - 1)}`],
    ['RSA with an exponent of 3', rsa(Buffer.from([3]), big(257))],
    ['RSA with an exponent of 64 bits', rsa(Buffer.concat([Buffer.alloc(1), Buffer.alloc(8, 255)]), big(257))],
    ['RSA of 16384 bits', rsa(e, big(2048))],
  ])('%s', (_, line) =>
    expect(parseSshKey(line)).toMatchObject({
      base64: line
        .replace(/\p{Cf}/gu, '')
        .trim()
        .split(/\s+/)[1],
    }),
  )

  test('the comment is parsed apart', () =>
    expect(parseSshKey(`${good} ada@desk at home`)).toMatchObject({ comment: 'ada@desk at home' }))

  test('a comment may contain the beginning of private keys', () =>
    expect(parseSshKey(`${good} PuTTY-User-Key-File`)).toMatchObject({ comment: 'PuTTY-User-Key-File' }))
})

/** Hostile, damaged and foreign lines. */
const wrong: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'KEY_FORM'],
  ['a word', 'hello', 'KEY_FORM'],
  ['a type alone', 'ssh-ed25519', 'KEY_DAMAGED'],
  [
    'a private key of OpenSSH',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\n-----END OPENSSH PRIVATE KEY-----',
    'KEY_PRIVATE',
  ],
  ['a private key of PEM', '-----BEGIN RSA PRIVATE KEY-----', 'KEY_PRIVATE'],
  ['a private key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519', 'KEY_PRIVATE'],
  ['a public key of PEM', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----', 'KEY_FORM'],
  ['DSA', `ssh-dss ${base64}`, 'KEY_KIND'],
  ['a security key', `sk-ssh-ed25519@openssh.com ${base64}`, 'KEY_KIND'],
  ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${base64}`, 'KEY_KIND'],
  ['another curve', `ecdsa-sha2-nistp192 ${base64}`, 'KEY_KIND'],
  ['a type that another stands in', `my-ssh-key ${base64}`, 'KEY_FORM'],
  ['a line that is too long', `${good} ${'x'.repeat(4000 - good.length)}`, 'KEY_FORM'],
  ['options before it', `command="/bin/sh" ${good}`, 'KEY_FORM'],
  ['an option that opens more', `no-pty,permitopen="*:*" ${good}`, 'KEY_FORM'],
  ['a second line', `${good}\n${ed25519Line()}`, 'KEY_FORM'],
  ['a second line by CR', `${good}\r${good}`, 'KEY_FORM'],
  ['a zero byte', `${good}\u0000`, 'KEY_FORM'],
  ['a zero byte within', good.replace(' ', '\u0000'), 'KEY_FORM'],
  ['half a letter', `${good} \ud800`, 'KEY_FORM'],
  ['an escape', `${good} \u001b[2J`, 'KEY_FORM'],
  ['a letter above 127', `ssh-ed25519 ${base64.slice(0, -1)}é`, 'KEY_DAMAGED'],
  ['base64 of the web', `ssh-ed25519 ${base64.slice(0, -2)}_-`, 'KEY_DAMAGED'],
  ['base64 that is cut', `ssh-ed25519 ${base64.slice(0, -1)}`, 'KEY_DAMAGED'],
  ['base64 that goes on', `ssh-ed25519 ${base64}AAAA`, 'KEY_DAMAGED'],
  ['base64 behind another sign', `ssh-ed25519 -AAA${base64}`, 'KEY_DAMAGED'],
  ['base64 that no bytes give', `ssh-ed25519 ${base64}A`, 'KEY_DAMAGED'],
  ['base64 with other bits left over', ecdsaLine('nistp256').replace(/.=$/, '/='), 'KEY_DAMAGED'],
  ['base64 with a break', `ssh-ed25519 ${base64.slice(0, 20)} ${base64.slice(20)}`, 'KEY_DAMAGED'],
  ['base64 with bits left over', `ssh-ed25519 ${base64.slice(0, -4)}AB==`, 'KEY_DAMAGED'],
  ['too much padding', `ssh-ed25519 ${base64}====`, 'KEY_DAMAGED'],
  ['a byte too few', again(bytes.subarray(0, -1)), 'KEY_DAMAGED'],
  ['a byte too many', again(Buffer.concat([bytes, Buffer.from([0])])), 'KEY_DAMAGED'],
  [
    'another type inside',
    again(Buffer.from(keyLine('ssh-rsa', Buffer.alloc(32)).split(' ')[1] ?? '', 'base64')),
    'KEY_DAMAGED',
  ],
  ['another type outside', again(bytes, 'ssh-rsa'), 'KEY_DAMAGED'],
  [
    'a length beyond its end',
    again(Buffer.concat([Buffer.from([255, 255, 255, 255]), bytes.subarray(4)])),
    'KEY_DAMAGED',
  ],
  ['a length of nothing', again(Buffer.alloc(4)), 'KEY_DAMAGED'],
  ['an empty blob', 'ssh-ed25519 AAAA', 'KEY_DAMAGED'],
  ['a key of 31 bytes', keyLine('ssh-ed25519', Buffer.alloc(31)), 'KEY_DAMAGED'],
  ['a key of 64 bytes', keyLine('ssh-ed25519', Buffer.alloc(64)), 'KEY_DAMAGED'],
  ['a third field', keyLine('ssh-ed25519', Buffer.alloc(32), 'more'), 'KEY_DAMAGED'],
  ['RSA of 1024 bits', rsa(e, big(129)), 'KEY_SHORT'],
  ['RSA of 2047 bits', rsa(e, big(256, 0).subarray(1)), 'KEY_DAMAGED'],
  ['RSA of 20000 bits', rsa(e, big(2501)), 'KEY_DAMAGED'],
  ['RSA with an even modulus', rsa(e, Buffer.concat([Buffer.from([0, 128]), Buffer.alloc(255)])), 'KEY_DAMAGED'],
  ['RSA with an exponent of 1', rsa(Buffer.from([1]), big(257)), 'KEY_DAMAGED'],
  ['RSA with an exponent below zero', rsa(Buffer.from([0x81]), big(257)), 'KEY_DAMAGED'],
  [
    'RSA with an exponent of 65 bits',
    rsa(Buffer.concat([Buffer.from([1]), Buffer.alloc(8, 255)]), big(257)),
    'KEY_DAMAGED',
  ],
  ['RSA of 2047 bits without zeros', rsa(e, big(256, 0x7f).subarray(1)), 'KEY_SHORT'],
  ['RSA with a third number', keyLine('ssh-rsa', e, big(257), e), 'KEY_DAMAGED'],
  ['RSA with an even exponent', rsa(Buffer.from([4]), big(257)), 'KEY_DAMAGED'],
  ['RSA with a giant exponent', rsa(big(100), big(257)), 'KEY_DAMAGED'],
  ['RSA with no exponent', rsa(Buffer.alloc(0), big(257)), 'KEY_DAMAGED'],
  ['RSA below zero', rsa(e, big(257).subarray(1)), 'KEY_DAMAGED'],
  ['RSA with zeros before it', rsa(e, Buffer.concat([Buffer.alloc(3), big(257)])), 'KEY_DAMAGED'],
  ['RSA without a modulus', keyLine('ssh-rsa', e), 'KEY_DAMAGED'],
  [
    'ECDSA of another curve inside',
    keyLine('ecdsa-sha2-nistp256', 'nistp384', Buffer.concat([Buffer.from([4]), Buffer.alloc(64)])),
    'KEY_DAMAGED',
  ],
  ['ECDSA with a short point', keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(10, 4)), 'KEY_DAMAGED'],
  [
    'ECDSA with a packed point',
    keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 1)])),
    'KEY_DAMAGED',
  ],
  [
    'ECDSA with a third field',
    keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([4]), Buffer.alloc(64)]), 'more'),
    'KEY_DAMAGED',
  ],
  [
    'ECDSA with a point of another form',
    keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([6]), Buffer.alloc(64)])),
    'KEY_DAMAGED',
  ],
  [
    'ECDSA with a point of a larger curve',
    keyLine('ecdsa-sha2-nistp256', 'nistp256', Buffer.concat([Buffer.from([4]), Buffer.alloc(96)])),
    'KEY_DAMAGED',
  ],
  ['a script', '<script>alert(1)</script>', 'KEY_FORM'],
  ['SQL', "'; drop table gpu_keys --", 'KEY_FORM'],
  ['a shell', '$(reboot)', 'KEY_FORM'],
  ['a novel', 'x'.repeat(5000), 'KEY_FORM'],
]

describe('refuses with a reason', () => {
  test.each(wrong)('%s', (_, line, reason) => expect(parseSshKey(line)).toBe(reason))
  test('fifty and more', () => expect(wrong.length).toBeGreaterThanOrEqual(50))
  test('a key with any byte of its format changed', () => {
    // Bytes of its lengths and type; the key's own 32 bytes may be anything.
    for (let at = 0; at < bytes.length - 32; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(parseSshKey(again(changed)), String(at)).toBe('KEY_DAMAGED')
    }
  })
})
