/** An address for this machine that is no secure context over plain http, as in a home network. */
export const HOME_NETWORK = '192.168.77.7'

/**
 * Features that Chromium has to switch off. Its address bar is a page that each new window loads at the same time as ours, with
 * more script; phones have none. The other names are Playwright's own list, which this one replaces.
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

/** Chromium's flags: as root in a container, without requests to other hosts. */
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
