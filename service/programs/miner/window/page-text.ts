/**
 * The page as one text. The bundler puts the text in place of this module (scripts/lib/miner.mjs); a start from the sources builds it
 * when it is first shown.
 */
export async function pageText(): Promise<string> {
  const { buildPage } = await import('../../../../scripts/lib/window-page.mjs')
  return buildPage()
}
