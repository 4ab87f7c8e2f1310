/** A name for this machine that is no secure context over plain http, as an address in a home network is none. */
export const HOME_NETWORK = 'home.test'

/** How Chromium is started: as root in a container, and without talking to anybody. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${HOME_NETWORK} 127.0.0.1`,
]
