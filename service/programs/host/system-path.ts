const FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin']

/**
 * Adds the folders of the system's own programs to PATH, which a login on Debian lacks, also as root by `su`: iptables and nft are
 * there, for this program and for the engine that it starts.
 */
export function addSystemFolders(env: NodeJS.ProcessEnv): void {
  const known = (env.PATH ?? '/usr/local/bin:/usr/bin:/bin').split(':')
  env.PATH = [...known, ...FOLDERS.filter((folder) => !known.includes(folder))].join(':')
}
