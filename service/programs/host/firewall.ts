import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { RENTAL_RANGE } from './subnets.ts'

/**
 * Rules that let a rental reach the internet and nothing else: neither this system, nor its local network, nor another rental
 * (ADR-087). They stand before all routing, where no engine puts rules of its own, and are set again regularly.
 */

export const CHAIN = 'IDLEFORGE-RENTALS'

/** Networks that are not the internet (IANA special-purpose addresses), other rentals among them. */
const NOT_INTERNET = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4',
] as const // biome-ignore format: a list of words reads better in rows

/** The chain is replaced at once: no packet passes between the old rules and the new ones. */
const IPTABLES_RULES = [
  '*mangle',
  `:${CHAIN} - [0:0]`,
  // Replies to connections into a rental, which only this system opens.
  `-A ${CHAIN} -m conntrack --ctstate ESTABLISHED,RELATED -j RETURN`,
  // Every address of this system, public ones too.
  `-A ${CHAIN} -m addrtype --dst-type LOCAL -j DROP`,
  ...NOT_INTERNET.map((network) => `-A ${CHAIN} -d ${network} -j DROP`),
  'COMMIT',
  '',
].join('\n')

export const JUMP = ['PREROUTING', '-s', RENTAL_RANGE, '-j', CHAIN]

/** The same for systems without iptables. A table can be deleted without an error only where it is. */
const NFT_RULES = `
table ip idleforge_rentals
delete table ip idleforge_rentals
table ip idleforge_rentals {
  chain rentals {
    type filter hook prerouting priority mangle; policy accept;
    ip saddr != ${RENTAL_RANGE} accept
    ct state established,related accept
    fib daddr type local drop
    ip daddr { ${NOT_INTERNET.join(', ')} } drop
  }
}
`

interface Outcome {
  /** Undefined where the program is not installed. */
  code: number | undefined
  err: string
}

async function run(program: string, args: readonly string[], input = ''): Promise<Outcome> {
  const child = spawn(program, args, { stdio: 'pipe', timeout: 30_000 })
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  child.stdin.on('error', () => undefined).end(input)
  child.stdout.resume()
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? 1, err: err.trim() }
  } catch (error) {
    return { code: undefined, err: error instanceof Error ? error.message : String(error) }
  }
}

async function setByIptables(): Promise<Outcome> {
  const set = await run('iptables-restore', ['--wait', '--noflush'], IPTABLES_RULES)
  if (set.code !== 0) return set
  const known = await run('iptables', ['--wait', '-t', 'mangle', '-C', ...JUMP])
  return known.code === 0 ? known : run('iptables', ['--wait', '-t', 'mangle', '-I', ...JUMP])
}

/** Sets the rules. Throws a sentence for the owner where they cannot be set. */
export async function setFirewall(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('the host has to run as root, to keep rentals off your network (sudo, or a service of the system)')
  const first = await setByIptables()
  const last = first.code === undefined ? await run('nft', ['-f', '-'], NFT_RULES) : first
  if (last.code === undefined) throw new Error('install iptables or nftables, which keep rentals off your network')
  if (last.code !== 0) throw new Error(`rentals cannot be kept off your network: ${last.err}`)
}
