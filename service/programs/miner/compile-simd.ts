import { writeSimdModule } from '#lib/engine/simd-module.ts'
import { isRight, runSelfTest } from './self-test.ts'
import { createSimdSearch } from './simd-search.ts'

/**
 * The compiled SIMD module, which threads share. Undefined where the system has no WebAssembly or no SIMD (x86 before SSE 4.1), and where the
 * module finds other shares than the JavaScript engine.
 */
export function compileSimd(bytes = writeSimdModule()): WebAssembly.Module | undefined {
  try {
    if (!WebAssembly.validate(bytes)) return undefined
    const module = new WebAssembly.Module(bytes)
    return isRight(runSelfTest(createSimdSearch(module))) ? module : undefined
  } catch {
    return undefined
  }
}
