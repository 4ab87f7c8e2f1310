import { writeSimdModule } from '#lib/engine/simd-module.ts'

/** The miner's SIMD engine as a file: the calculator measures the visitor's processor with it (ADR-172). */
export const GET = () => new Response(writeSimdModule(), { headers: { 'content-type': 'application/wasm' } })
