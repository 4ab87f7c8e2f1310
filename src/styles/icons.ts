import iconify from '@iconify/tailwind4'

/** Lucide with the product's own character: lighter stroke, square caps, mitre joins. */
function restyle(body: string): string {
  return body
    .replaceAll('stroke-linecap="round"', 'stroke-linecap="square"')
    .replaceAll(' stroke-linejoin="round"', '')
    .replaceAll('stroke-width="2"', 'stroke-width="1.75"')
}

// biome-ignore lint/style/noDefaultExport: Tailwind loads plugins by their default export
export default iconify({ prefix: false, prefixes: [{ prefix: 'lucide', customise: restyle }] })
