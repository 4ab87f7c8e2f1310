/**
 * Words before a program of the checkout that root runs as another user. It may enter every folder, since the checkout may be in one
 * that is closed to other users.
 */
export const asUser = (uid: number): string[] => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
  // access(2) disregards capabilities of a user who is not root otherwise.
  ...['--securebits=+no_setuid_fixup', '--'],
]
