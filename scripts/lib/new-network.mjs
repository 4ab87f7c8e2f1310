/** The files of a new kind of network: its folder, and the conformance suite, which fails until its world is written. */

/** Why a name cannot be one; undefined when it can. */
export const networkNameError = (name) =>
  /^[a-z][a-z0-9]{1,15}$/.test(name)
    ? undefined
    : 'A network has a name of 2 to 16 small letters and digits: npm run new -- network tron'

const pascalOf = (name) => name[0].toUpperCase() + name.slice(1)

/** Texts by their path. */
export function networkFiles(name) {
  const pascal = pascalOf(name)
  return new Map([
    [
      `service/chains/${name}/network.ts`,
      `import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import type { Network } from '../network.ts'

/** A network of this kind, by its settings. Each part that it can do is added: addresses, reader, follower, payer, collector. */
export function open${pascal}Network({ code, chainId, finality, tokens, otherTokens }: NetworkSettings): Network {
  return {
    facts: {
      ...{ code, name: '${pascal}', chainId, finality, tokens, otherTokens },
      feeCoin: { code: '${name.toUpperCase()}', decimals: 18 },
      paymentLink: ({ to }) => to,
    },
    probes: [],
    requests: () => 0,
  }
}
`,
    ],
    [
      `tests/_world/${name}-network-world.ts`,
      `import type { NetworkKind, NetworkWorld } from './network-world.ts'

/** ${pascal} on a node of this machine, for the conformance suite. */
export const ${name}Network: NetworkKind = {
  name: '${name.toUpperCase()}',
  replaces: false,
  expires: false,
  receives: true,
  readsReceipts: false,
  start: (): Promise<NetworkWorld> => Promise.reject(new Error('tests/_world/${name}-network-world.ts starts no node yet')),
}
`,
    ],
    [
      `tests/service/chains/${name}.test.ts`,
      `import { ${name}Network } from '#world/${name}-network-world.ts'
import { conformance } from './conformance.ts'

conformance(${name}Network)
`,
    ],
  ])
}
