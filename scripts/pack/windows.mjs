// Packages for Windows: an installer of the user, and a zip that needs no installation.
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { product, publisher, version } from './product.mjs'
import { signFile } from './sign-windows.mjs'
import { runTool, toolVersion } from './tools.mjs'
import { zip } from './zip.mjs'

const script = path.join(import.meta.dirname, 'files', 'installer.nsi')

const readme = `${product} ${version}\r
\r
Start idleforge-miner.exe. It asks for the code that "Add device" shows in the dashboard, and mines until Ctrl-C.\r
To remove it, delete this folder; .idleforge in your user folder has the device's token.\r
`

/** Compiles the installer. `folder` has the program. */
function installer({ program, licences, icon, folder, service, signing, seconds }) {
  const output = path.join(folder, 'Setup.exe')
  const files = { 'idleforge-miner.exe': program, 'LICENSES.txt': licences, 'icon.ico': icon }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content)
    utimesSync(path.join(folder, name), seconds, seconds)
  }
  const values = { PRODUCT: product, PUBLISHER: publisher, VERSION: version, SERVICE: service, OUTPUT: output }
  const sign = signing && ['osslsigncode', ...signing, '-in', '%1', '-out', '%1.signed'].map((word) => `"${word}"`)
  runTool(
    'makensis',
    [
      '-V2',
      ...Object.entries(values).map(([name, value]) => `-D${name}=${value}`),
      // The uninstaller is made on the way, and has a signature of its own.
      ...(sign ? [`-DSIGN=${sign.join(' ')} && mv "%1.signed" "%1"`] : []),
      ...['-NOCD', script],
    ],
    { cwd: folder, env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) } },
  )
  if (signing) signFile(output, signing)
  return readFileSync(output)
}

export function windowsPackages(target, parts) {
  const folder = `idleforge-miner-${version}-${target.name}`
  const file = (name, content) => ({ name: `${folder}/${name}`, content, mode: 0o644 })
  const portable = () =>
    zip(
      [
        file('README.txt', Buffer.from(readme)),
        file('LICENSES.txt', parts.licences),
        file('idleforge-miner.exe', parts.program),
      ],
      parts.seconds,
    )
  return [
    {
      file: 'Idleforge-Miner-Setup.exe',
      form: 'setup',
      tools: () => ({ makensis: toolVersion('makensis') }),
      make: () => installer(parts),
    },
    { file: `${folder}.zip`, form: 'archive', make: portable },
  ]
}
