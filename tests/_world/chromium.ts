/** An address for this machine that is no secure context over plain http, as in a home network. */
export const HOME_NETWORK = '192.168.77.7'

/**
 * What Chromium shall not do. Its address bar is a page of its own that each new window loads, at the same time as ours
 * and with more script; a phone has none. The other names are those of Playwright's own list, which this one replaces.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** How Chromium is started: as root in a container, and without talking to anybody. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
  `--host-resolver-rules=MAP ${HOME_NETWORK} 127.0.0.1`,
]
