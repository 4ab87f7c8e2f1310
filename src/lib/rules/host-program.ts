/** The program that rents a machine out, one file for Node.js beside the pages, as the miner is (scripts/host.mjs). */
export const HOST_FILE = 'idleforge-host.mjs'

/**
 * The command that starts the host program in the folder of its downloaded file. Not a registry package, whose name a
 * stranger could register.
 * @param service origin of the service, such as https://idleforge.example
 * @param token the machine's token
 */
export const hostCommand = (service: string, token: string): string =>
  `node ${HOST_FILE} --service ${service} --token ${token}`
