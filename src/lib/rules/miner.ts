/** The command line miner, one file for Node.js on every system, beside the pages (scripts/miner.mjs). */
export const MINER_FILE = 'idleforge-miner.mjs'

/** The oldest Node.js version that the instructions name. */
export const MINER_NODE = 22

/**
 * The command that starts the miner in the folder of its downloaded file.
 * @param service origin of the service, such as https://idleforge.example
 * @param code the code from "Add device"; a row of Xs before there is one
 */
export const minerCommand = (service: string, code = 'XXXXXXXX'): string =>
  `node ${MINER_FILE} --service ${service} --code ${code}`

/** The parts of the command between which a line may end: not after a hyphen, and not before what an option takes. */
export const commandParts = (command: string): string[] => command.split(/ (?=--)/)

/** Commands that install Node.js on each system, where it has a package manager, and print a file's SHA-256. */
export const minerSystems = [
  {
    system: 'windows',
    install: 'winget install OpenJS.NodeJS.LTS',
    hash: `certutil -hashfile ${MINER_FILE} SHA256`,
  },
  { system: 'mac', install: 'brew install node', hash: `shasum -a 256 ${MINER_FILE}` },
  { system: 'linux', install: undefined, hash: `sha256sum ${MINER_FILE}` },
] as const
