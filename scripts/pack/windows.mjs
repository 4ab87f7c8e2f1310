// Packages for Windows: an installer of the user, and a zip that needs no installation.
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { product, publisher, version } from './product.mjs'
import { signFile } from './sign-windows.mjs'
import { runTool, toolVersion } from './tools.mjs'
import { zip } from './zip.mjs'

const scriptOf = (name) => path.join(import.meta.dirname, 'files', name)

const readme = `${product} ${version}\r
\r
Start idleforge-miner.exe. It asks for the code that "Add device" shows in the dashboard, and mines until Ctrl-C.\r
idleforge-miner.exe --window shows its state and its settings in the browser.\r
To remove it, delete this folder; .idleforge in your user folder has the device's token.\r
`

/** Compiles a script of NSIS in a folder that has what the script names; returns its output. */
function compile(name, { folder, seconds, values, options = [] }) {
  const output = path.join(folder, `${path.parse(name).name}-output.exe`)
  const all = { PRODUCT: product, PUBLISHER: publisher, VERSION: version, OUTPUT: output, ...values }
  const defines = Object.entries(all).map(([key, value]) => `-D${key}=${value}`)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) }
  runTool('makensis', ['-V2', ...defines, ...options, '-NOCD', scriptOf(name)], { cwd: folder, env })
  return output
}

/** Compiles the program that starts the miner without a black window, and the installer of both. `folder` has the program. */
function installer({ program, licences, icon, folder, service, signing, seconds }) {
  const write = (name, content) => {
    writeFileSync(path.join(folder, name), content)
    utimesSync(path.join(folder, name), seconds, seconds)
  }
  write('icon.ico', icon)
  const launcher = compile('launcher.nsi', { folder, seconds })
  if (signing) signFile(launcher, signing)
  write(`${product}.exe`, readFileSync(launcher))
  write('idleforge-miner.exe', program)
  write('LICENSES.txt', licences)
  const sign = signing && ['osslsigncode', ...signing, '-in', '%1', '-out', '%1.signed'].map((word) => `"${word}"`)
  // The uninstaller is made on the way, and has a signature of its own.
  const options = sign ? [`-DSIGN=${sign.join(' ')} && mv "%1.signed" "%1"`] : []
  const output = compile('installer.nsi', { folder, seconds, values: { SERVICE: service }, options })
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
