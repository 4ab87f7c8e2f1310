import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { RENTAL_RANGE } from './subnets.ts'

/**
 * Rules that let a rental reach the internet and nothing else: neither this system, nor its local network, nor another rental
 * (ADR-087). They stand before all routing, where no engine puts rules of its own, and are set again regularly.
 */

const CHAIN = 'IDLEFORGE-RENTALS'

/** Networks that are not the internet (IANA special-purpose addresses), other rentals among them. */
const NOT_INTERNET = [
  '0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24',
  '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4',
] as const // biome-ignore format: a list of words reads better in rows

/** Replaces the chain at once: no packet passes between the old rules and the new ones. */
const RULES = [
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

const JUMP = ['PREROUTING', '-s', RENTAL_RANGE, '-j', CHAIN]

async function run(program: string, args: readonly string[], input = ''): Promise<{ code: number; err: string }> {
  const child = spawn(program, args, { stdio: 'pipe', timeout: 30_000 })
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  child.stdin.on('error', () => undefined).end(input)
  child.stdout.resume()
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code: code ?? 1, err: err.trim() }
  } catch (error) {
    return { code: 1, err: error instanceof Error ? error.message : String(error) }
  }
}

/** Sets the rules. Throws a sentence for the owner where they cannot be set. */
export async function setFirewall(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error('the host has to run as root, to keep rentals off your network (sudo, or a service of the system)')
  const set = await run('iptables-restore', ['--wait', '--noflush'], RULES)
  if (set.code !== 0)
    throw new Error(`iptables cannot keep rentals off your network; install the package iptables: ${set.err}`)
  if ((await run('iptables', ['--wait', '-t', 'mangle', '-C', ...JUMP])).code === 0) return
  const jump = await run('iptables', ['--wait', '-t', 'mangle', '-I', ...JUMP])
  if (jump.code !== 0) throw new Error(`iptables cannot keep rentals off your network: ${jump.err}`)
}
