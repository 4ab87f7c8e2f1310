// The engine for graphics cards: Dawn's addon for Node, from npm's `webgpu`. A download of its own, because most devices have no use
// for its 20 to 35 MB.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tarGz } from './archives.mjs'
import { lockedComponent } from './locked-packages.mjs'
import { product, version } from './product.mjs'
import { zip } from './zip.mjs'

const PACKAGE = 'webgpu'
const source = path.join(import.meta.dirname, 'node_modules', PACKAGE)

/** The folder of a target's addon in the package, which has one addon for both kinds of Mac. */
const folderOf = ({ platform, architecture }) =>
  path.join(
    source,
    'dist',
    { windows: 'win32', linux: 'linux', mac: 'darwin' }[platform] +
      (platform === 'mac' ? '-universal' : `-${architecture}`),
  )

const readme = `Graphics card engine of ${product} ${version}

The miner's window downloads and unpacks it on a click. Without the window, unpack this archive so that dawn.node is in the folder
.idleforge/gpu of your user folder, and start the miner with --gpu.
It needs a driver with Vulkan (Linux), Direct3D 12 (Windows 10 or later) or Metal (macOS). The miner checks the card against the
processor at every start, and goes on without it where it fails.
`

/** The engine's archive of a target. It holds what the npm package holds for that system, and the licences. */
export function gpuPackage(target, { seconds }) {
  const read = (name) => readFileSync(path.join(folderOf(target), name))
  const entry = (name, content) => ({ name: `gpu/${name}`, content, mode: 0o644 })
  const make = () => {
    const files = [
      entry('README.txt', Buffer.from(readme)),
      entry('LICENSE.md', readFileSync(path.join(source, 'LICENSE.md'))),
      ...readdirSync(folderOf(target))
        .sort()
        .map((name) => entry(name, read(name))),
    ]
    return target.platform === 'linux' ? tarGz(files, seconds) : zip(files, seconds)
  }
  const ending = target.platform === 'linux' ? 'tar.gz' : 'zip'
  const bill = { packages: [lockedComponent(PACKAGE)] }
  return { file: `idleforge-gpu-${version}-${target.name}.${ending}`, form: 'gpu', make, bill }
}
