/** The only operation that decryption needs of the private key d. */
export interface Backend {
  readonly name: 'wasm' | 'noble'
  /** x and y of d·C1, 64 bytes. `c1` is 04, x, y of a point that was checked to be on the curve. */
  derive(c1: Buffer): Buffer
}

/** `d` is the private key, 32 bytes, in 1..n-2. */
export type CreateBackend = (d: Buffer) => Backend
