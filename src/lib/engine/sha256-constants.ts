/** The constants of SHA-256 as FIPS 180-4 defines them: fractional parts of the roots of the first primes. */

const primes: number[] = []
for (let candidate = 2; primes.length < 64; candidate += 1)
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)

function integerRoot(value: bigint, degree: bigint): bigint {
  let low = 0n
  let high = 1n << 40n
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle ** degree <= value) low = middle
    else high = middle - 1n
  }
  return low
}

/** The lowest 32 bits, signed. */
const bits = (root: bigint): number => Number(BigInt.asIntN(32, root))

/** K: of the cube roots of 64 primes. */
export const roundConstants: readonly number[] = primes.map((prime) => bits(integerRoot(BigInt(prime) << 96n, 3n)))

/** H: of the square roots of 8 primes. */
export const initialState: readonly number[] = primes
  .slice(0, 8)
  .map((prime) => bits(integerRoot(BigInt(prime) << 64n, 2n)))
