// Packages for macOS: a zip of the program, which the operator has to sign on a Mac.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { product, version } from './product.mjs'
import { zip } from './zip.mjs'

/** Rights that Node's just-in-time compiler needs under the hardened runtime. */
const entitlements = readFileSync(path.join(import.meta.dirname, 'files/entitlements.plist'))

const readme = `${product} ${version}

THIS PROGRAM IS NOT SIGNED YET, AND A MAC WITH AN APPLE CHIP REFUSES TO RUN IT.
Its operator signs it on a Mac before publishing it:

  codesign --force --options runtime --entitlements entitlements.plist \\
    --sign "Developer ID Application: NAME (TEAM)" idleforge-miner
  ditto -c -k --keepParent . ../signed.zip
  xcrun notarytool submit ../signed.zip --keychain-profile PROFILE --wait

For a Mac of your own only:  codesign --force --sign - idleforge-miner

Start it in a terminal:  ./idleforge-miner
It asks for the code that "Add device" shows in the dashboard, and mines until Ctrl-C. With --window it shows its state and its
settings in the browser.
`

export function macPackages(target, { program, licences, seconds }) {
  const folder = `idleforge-miner-${version}-${target.name}`
  const file = (name, content, mode = 0o644) => ({ name: `${folder}/${name}`, content, mode })
  const make = () =>
    zip(
      [
        file('README.txt', Buffer.from(readme)),
        file('LICENSES.txt', licences),
        file('entitlements.plist', entitlements),
        file('idleforge-miner', program, 0o755),
      ],
      seconds,
    )
  return [{ file: `${folder}.zip`, form: 'archive', make }]
}
