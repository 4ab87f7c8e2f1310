/**
 * Starts the islands of a built page, in place of the framework's script of three times the size, which also handles
 * slots, nested islands and values that ours have none of (scripts/islands.mjs refuses them). An inline module: it runs
 * when the page is parsed.
 */

const RETRY_MS = 1000

/** A value as the framework writes it: its kind, 1 for a list and 0 for the others, and the value. */
type Written = [kind: 0, value: unknown] | [kind: 1, value: Written[]]

const read = ([kind, value]: Written): unknown => (kind === 1 ? value.map(read) : readParts(value))
const readParts = (value: unknown): unknown =>
  typeof value === 'object' && value
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, read(part as Written)]))
    : value

/** A browser remembers that a module failed, by its address. */
const loadModule = (address: string) =>
  import(address).catch(
    () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(import(`${address}?again=${Date.now()}`)), RETRY_MS)
      }),
  )

for (const island of document.querySelectorAll('astro-island')) {
  const named = (name: string) => island.getAttribute(name) as string
  Promise.all([loadModule(named('component-url')), loadModule(named('renderer-url'))])
    .then(([parts, renderer]) =>
      renderer.default(island)(
        parts[named('component-export')],
        readParts(JSON.parse(named('props'))),
        {},
        {
          client: named('client'),
        },
      ),
    )
    .then(() => island.removeAttribute('ssr'))
    .catch((error) => {
      island.dispatchEvent(new Event('astro:hydration-error', { bubbles: true }))
      console.error(error)
    })
}
