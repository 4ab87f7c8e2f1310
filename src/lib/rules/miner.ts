/** The command line miner, one file for Node.js on every system, beside the pages (scripts/miner.mjs). */
export const MINER_FILE = 'idleforge-miner.mjs'

/** The oldest Node.js that is worth naming to somebody who installs it now. */
export const MINER_NODE = 22

/**
 * What starts the miner in the folder that its file was saved in.
 * @param service origin of the service, such as https://idleforge.example
 * @param code the code from "Add device"; a row of Xs where there is none yet
 */
export const minerCommand = (service: string, code = 'XXXXXXXX'): string =>
  `node ${MINER_FILE} --service ${service} --code ${code}`

/** The parts of the command between which a line may end: not after a hyphen, and not before what an option takes. */
export const commandParts = (command: string): string[] => command.split(/ (?=--)/)

/** How each system gets Node.js, where it brings a program for that, and how its terminal tells a file's SHA-256. */
export const minerSystems = [
  {
    system: 'windows',
    install: 'winget install OpenJS.NodeJS.LTS',
    hash: `certutil -hashfile ${MINER_FILE} SHA256`,
  },
  { system: 'mac', install: 'brew install node', hash: `shasum -a 256 ${MINER_FILE}` },
  { system: 'linux', install: undefined, hash: `sha256sum ${MINER_FILE}` },
] as const
