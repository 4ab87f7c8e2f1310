import { remember } from '#lib/session/storage.ts'

let requests: Promise<boolean> | undefined

/**
 * Loads the font, once a page; returns true if it was loaded. The browser then has it in its cache, and every later
 * visit loads it before its first paint (layouts/boot.ts). The caller decides whether this page applies it: painted
 * content must not move.
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
