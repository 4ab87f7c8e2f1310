/** The part of sm-crypto that is used. Mode 1 is C1C3C2; the texts have no leading 04. */
declare module 'sm-crypto' {
  export const sm2: {
    /** From digits in the given base: a private key of (digits mod (order - 1)) + 1. */
    generateKeyPairHex(digits?: string, base?: number): { privateKey: string; publicKey: string }
    doEncrypt(message: string, publicKey: string, mode: 1): string
    doDecrypt(sealed: string, privateKey: string, mode: 1): string
  }
  export function sm3(message: string): string
}
