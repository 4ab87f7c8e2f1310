/**
 * The program of a mining thread: a file, or its source text. The bundler puts the text in place of the file (scripts/lib/miner.mjs), because
 * a thread of a program that is one file, or an executable, has no file of its own to start from.
 */
export const hasherSource: URL | string = new URL('./hasher.ts', import.meta.url)
