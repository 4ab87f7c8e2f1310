import { readFileSync } from 'node:fs'

export interface AcceptedVector {
  readonly name: string
  readonly expect: 'ok'
  /** The random scalar it was made with, hex. */
  readonly k: string
  readonly text: string
  readonly cipher: string
}
export interface RefusedVector {
  readonly name: string
  readonly expect: string
  readonly k?: string
  readonly cipher: string
}

interface File {
  privateKey: string
  publicKey: string
  vectors: (AcceptedVector | RefusedVector)[]
}

const file = JSON.parse(readFileSync(new URL('../vectors/sm2.json', import.meta.url), 'utf8')) as File
const isAccepted = (vector: AcceptedVector | RefusedVector): vector is AcceptedVector => vector.expect === 'ok'

export const { privateKey, publicKey } = file
export const accepted = file.vectors.filter(isAccepted)
export const refused: RefusedVector[] = file.vectors.filter((vector) => !isAccepted(vector))
/** One byte for which the whole key stream is zero: sealing with this k must give nothing. */
export const zeroKeyStream = refused.find(({ name }) => name.startsWith('KDF all zero')) as RefusedVector
