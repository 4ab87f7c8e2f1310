import { spawnSync } from 'node:child_process'
import { CHAIN, JUMP } from '#service/programs/host/firewall.ts'
import { addSystemFolders } from '#service/programs/host/system-path.ts'

const iptables = (...args: string[]): boolean =>
  spawnSync('iptables', ['--wait', '-t', 'mangle', ...args], { stdio: 'ignore' }).status === 0

/** Vitest's globalSetup: removes the rules that the run's hosts have set. Rules from before stay, as a real host may need them. */
export default function setup(): (() => void) | undefined {
  addSystemFolders(process.env)
  if (iptables('-S', CHAIN)) return undefined
  return () => {
    iptables('-D', ...JUMP)
    iptables('-F', CHAIN)
    iptables('-X', CHAIN)
  }
}
