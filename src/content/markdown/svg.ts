/** Anything by which an SVG could run code, load a file or show a foreign page. */
const active =
  /<(?:[\w-]+:)?(?:script|foreignObject|iframe|handler|listener)\b|<!ENTITY|<\?xml-stylesheet|\son[a-z]+\s*=|javascript:|attributeName\s*=\s*["']?(?:[\w-]+:)?href/i
const reference = /(?<=[\s:](?:href|src)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi
const ownReference = /^["']?(?:#|data:image\/(?:png|jpeg|webp);)/
const outside = /url\(\s*["']?(?!#|["'])|@import/i

/** Says why an SVG may not be published, if so. */
export function svgProblem(svg: string): string | undefined {
  if (!/<svg\b/.test(svg)) return 'is no SVG'
  if (active.test(svg)) return 'contains a script: export it again without scripts and interaction'
  const foreign = svg.match(reference)?.find((address) => !ownReference.test(address))
  if (foreign !== undefined || outside.test(svg)) return 'loads another file: embed pictures and write text as paths'
  return undefined
}
