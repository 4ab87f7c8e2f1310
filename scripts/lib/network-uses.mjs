/** Rules for the code of networks: each is known in its own folder of service/chains alone (ADR-186). */

/** May use the parts of that folder: the list of networks, and the local network, which is one of that kind. */
const NEAR = /^service\/chains\/(?:networks\.ts|test-chain\/)/
const INSIDE = /^service\/chains\/(?:evm|test-chain)\//
const NEAR_SOLANA = /^service\/chains\/(?:networks\.ts|solana\/)/
const NEAR_TRON = /^service\/chains\/(?:networks\.ts|tron\/)/
/** Migrations keep the tables of their day. Nonces of requests, of shares and of a sign-in are other things. */
const OTHER_NONCES = /^service\/(?:platform|identity|compute|rental|programs\/(?:host|miner)|demo)\//

const withoutComments = (source) =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, (text) => text.replace(/[^\n]/g, ' '))

const rules = [
  { say: 'imports viem', pattern: /(?:from|import)\s*\(?\s*['"]viem(?:\/|['"])/, isFree: (file) => INSIDE.test(file) },
  {
    say: "imports a part of another network's folder",
    pattern: /(?:from|import)\s*\(?\s*['"](?:#service\/chains|\.{1,2})\/evm\//,
    isFree: (file) => INSIDE.test(file) || NEAR.test(file),
  },
  {
    say: "imports a part of another network's folder",
    pattern: /(?:from|import)\s*\(?\s*['"](?:#service\/chains|\.{1,2})\/tron\//,
    isFree: (file) => NEAR_TRON.test(file),
  },
  {
    say: "imports a part of another network's folder",
    pattern: /(?:from|import)\s*\(?\s*['"](?:#service\/chains|\.{1,2})\/solana\//,
    isFree: (file) => NEAR_SOLANA.test(file),
  },
  { say: 'has a type of 0x', pattern: /`0x\$\{string\}`/, isFree: (file) => INSIDE.test(file) },
  {
    say: 'has a name of Evm',
    pattern: /\b(?:[a-z]\w*)?Evm|\bevm(?:[A-Z]\w*)?\s*[.(,}=]/,
    isFree: (file) => INSIDE.test(file) || file === 'service/chains/networks.ts',
  },
  { say: 'knows nonces', pattern: /nonce/i, isFree: (file) => INSIDE.test(file) || OTHER_NONCES.test(file) },
]

/** Every line that is against a rule. `files` are sources by their path. */
export const networkProblems = (files) =>
  [...files].flatMap(([file, source]) =>
    withoutComments(source)
      .split('\n')
      .flatMap((line, index) =>
        rules
          .filter(({ pattern, isFree }) => !isFree(file) && pattern.test(line))
          .map(({ say }) => `${file}:${index + 1} ${say}: a network is known in its folder of service/chains alone`),
      ),
  )
