/** What the tests use of sm-crypto, the independent oracle. Mode 1 is C1C3C2; the texts carry no leading 04. */
declare module 'sm-crypto' {
  export const sm2: {
    generateKeyPairHex(): { privateKey: string; publicKey: string }
    doEncrypt(message: string, publicKey: string, mode: 1): string
    doDecrypt(sealed: string, privateKey: string, mode: 1): string
  }
  export function sm3(message: string): string
}
