import { createRequire } from 'node:module'
import * as v from 'valibot'

/** Dawn, the WebGPU of Chromium, as a native addon of Node (npm's `webgpu`). */
interface Dawn {
  create(flags: readonly string[]): GPU
  globals: Record<string, unknown>
}

const Addon = v.object({ create: v.function(), globals: v.record(v.string(), v.unknown()) })

/** Loads the addon from its file. Throws where it is missing, or made for another system. */
export function loadDawn(file: string): Dawn {
  const addon = v.parse(Addon, createRequire(file)(file))
  return addon as unknown as Dawn
}
