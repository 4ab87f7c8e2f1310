const shell = process.ppid

/**
 * Acts within a second of the end of the npm that runs this command, and each second until this process ends too: npm's
 * shell ends on a signal without passing it on.
 */
export function onNpmExit(act) {
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === shell || act(), 1_000).unref()
}
