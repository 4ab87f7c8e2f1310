/** The recommended curve of SM2 (GB/T 32918.5): y² = x³ + ax + b over p, order n, generator G. */
export const curve = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
}

/** The example of GB/T 32918.4 annex A on the recommended curve; a back end is used only when it decrypts it. */
export const knownAnswer = {
  privateKey: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8',
  text: 'encryption standard',
  sealed:
    '0404ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73' +
    'e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0' +
    '59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766' +
    '21886ca989ca9c7d58087307ca93092d651efa',
} as const

/** Whether it is a private key of 64 hex digits, in 1..n-2: d+1 must be one as well. */
export function isPrivateKey(text: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(text)) return false
  const d = BigInt(`0x${text}`)
  return d >= 1n && d <= curve.n - 2n
}

export const toBytes = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
export const toInteger = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** The remainder in 0..p-1, also of a negative value. */
export function modP(value: bigint): bigint {
  const rest = value % curve.p
  return rest < 0n ? rest + curve.p : rest
}

export function isOnCurve(x: bigint, y: bigint): boolean {
  return x < curve.p && y < curve.p && modP(y * y - ((x * x + curve.a) * x + curve.b)) === 0n
}
