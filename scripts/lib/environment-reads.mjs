// Which variables of the environment src, service and scripts read.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

/** Variables that nobody sets by hand. */
const noSettings = {
  APPDATA: 'Windows tells where the folder of autostart is',
  INVOCATION_ID: 'systemd tells the miner that it is a service',
  INIT_CWD: 'npm tells where its command was typed',
  npm_lifecycle_event: 'npm tells which command runs',
  PATH: 'of the system: the tools of this project are put in front',
  DBUS_SESSION_BUS_ADDRESS: 'the desktop tells programs where its bus is',
  DBUS_SYSTEM_BUS_ADDRESS: 'the system tells programs where its bus is, if elsewhere',
  DEV_SERVICE: 'npm run dev tells the site where its service is',
  DISPLAY: 'the desktop tells programs where its X server is',
  IDLEFORGE_HOST_TIED: 'the demo tells its host to end with it',
  OPERATE_CWD: 'operate.mjs tells the program where it was typed',
  SYSTEMD_EXEC_PID: 'systemd tells which process it has started',
  XDG_CONFIG_HOME: 'the desktop tells where its settings are',
  PUBLIC_VERSION: 'the build puts the version of package.json into the pages',
  TMPDIR: 'npm test puts the temporary files of its run there',
  TEST_RUN: 'npm test tells its run where its files go',
  WAYLAND_DISPLAY: 'the desktop tells programs where its Wayland compositor is',
  XDG_RUNTIME_DIR: 'the system tells programs where the sockets of their user are',
  XDG_SESSION_TYPE: 'the desktop tells programs whether it is X11 or Wayland',
  PROD: 'Vite tells whether the site is built',
}

/** Files that hand on the environment as a whole, or read it by names that are computed. */
const wholeReads = {
  'scripts/dev.mjs': 'checkSiteSettings',
  'scripts/lib/debian.mjs': 'the environment of apt-get',
  'scripts/lib/build.mjs': 'checkSiteSettings, and the fingerprint of PUBLIC_ settings',
  'scripts/lib/settings.mjs': 'checkSiteSettings',
  'scripts/lib/setup.mjs': 'the environment of the programs that are started',
  'scripts/pack.mjs': 'checkSiteSettings and packMiner',
  'scripts/pack/windows.mjs': 'the environment of makensis',
  'scripts/start.mjs': 'demoSettings',
  'service/demo/gpu.ts': 'the environment of the host that the demo starts',
  'service/main.ts': 'readConfig',
  'service/platform/config.ts': 'readConfig, by the names of the schema',
  'service/programs/host/main.ts': 'readOptions and followProxies',
  'service/programs/miner/main.ts': 'readOptions, ownCommand and followProxies',
  'service/programs/miner/probes/desktop.ts': 'adds the variables of a display that appears',
  'service/programs/miner/probes/run-program.ts': 'the environment of the programs that are started',
  'service/programs/miner/window/autostart.ts': 'createAutostart, by the names of each system',
  'service/programs/operate/main.ts': 'readConfig',
  'service/programs/network.ts': 'proxies, in capitals or not',
}

const isSource = (name) => /\.(?:ts|tsx|mts|mjs|astro)$/.test(name)
const files = ['src', 'service', 'scripts']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => !file.includes('node_modules'))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => isSource(file) && file !== 'scripts/lib/environment-reads.mjs')

const named = /\benv(?:\.|\??\[['"])([A-Za-z_]\w*)/g
const destructured = /\{([^{}]*)\}\s*=\s*(?:process|import\.meta)\.env\b/g
const whole = /\bprocess\.env\b(?![.[]|['"?])|\benv\[(?!['"])|\bprocess\[|\bimport\.meta\.env\b(?!\.)/

const isVariable = (name) => name === name.toUpperCase() || name in noSettings

/** A sentence for each read of a variable that is neither a setting nor known as something else. */
export function unlistedReads(settings) {
  const problems = []
  const used = new Set()
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const names = [
      ...[...text.matchAll(named)].map(([, name]) => name).filter(isVariable),
      ...[...text.matchAll(destructured)].flatMap(([, list]) => list.split(',').map((one) => one.split(':')[0].trim())),
    ]
    for (const name of names) {
      used.add(name)
      if (!settings.has(name) && !(name in noSettings))
        problems.push(`${file} reads ${name}, which is no setting: describe it in service/platform/settings`)
    }
    if (!whole.test(text.replaceAll(destructured, ''))) continue
    used.add(file)
    if (!(file in wholeReads))
      problems.push(`${file} takes the environment as a whole: read a setting by its name, from the config`)
  }
  const listed = [...Object.keys(noSettings), ...Object.keys(wholeReads)]
  for (const name of listed.filter((one) => !used.has(one)))
    problems.push(`scripts/lib/environment-reads.mjs lists ${name}, and nothing reads it so`)
  return problems
}
