import { createJavascriptSearch, type NonceSearch } from './nonce-search.ts'
import { writeSimdModule } from './simd-module.ts'
import { createSimdSearch } from './simd-search.ts'

/** Enough for every lane to be hit several times. */
const TEST_RANGE = { high: 1, first: 2 ** 32 - 4096, count: 4096 }
const TEST_LIMIT = 2 ** 26

function isEqualToJavascript(search: NonceSearch): boolean {
  const [expected, found] = [createJavascriptSearch(), search].map((one) => {
    one.setChallenge('5a'.repeat(32))
    return one.search(TEST_RANGE, TEST_LIMIT).join()
  })
  return expected === found
}

/**
 * The compiled SIMD module, which threads share. Undefined where the system has no WebAssembly or no SIMD (x86 before SSE 4.1), and where the
 * module finds other shares than the JavaScript engine.
 */
export function compileSimd(bytes = writeSimdModule()): WebAssembly.Module | undefined {
  try {
    if (!WebAssembly.validate(bytes)) return undefined
    const module = new WebAssembly.Module(bytes)
    return isEqualToJavascript(createSimdSearch(module)) ? module : undefined
  } catch {
    return undefined
  }
}
