import { remember } from '#lib/session/storage.ts'

let requests: Promise<boolean> | undefined

/**
 * Fetches the font, once a page; says whether it has come. The browser then has it in its cache, and every later visit
 * asks for it before its first paint (layouts/boot.ts). Whether this page takes it is for the caller to say: what it has
 * painted already must not move.
 */
export function fetchFont(): Promise<boolean> {
  requests ??= load()
  return requests
}

async function load(): Promise<boolean> {
  try {
    const faces = await document.fonts.load('1em "Idleforge Sans"')
    if (faces.length > 0) remember('font', '1')
    return faces.length > 0
  } catch {
    return false
  }
}
