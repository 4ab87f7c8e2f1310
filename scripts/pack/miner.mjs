// Packs the miner for the given targets.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundleMiner } from './bundle.mjs'
import { packedCommit } from './commit.mjs'
import { buildExecutable } from './executable.mjs'
import { removePackages, writePackage } from './facts.mjs'
import { gpuPackage } from './gpu.mjs'
import { licenceText } from './licences.mjs'
import { linuxPackages } from './linux.mjs'
import { lockedComponent } from './locked-packages.mjs'
import { macPackages } from './mac.mjs'
import { librariesOfNode } from './node-libraries.mjs'
import { product, version } from './product.mjs'
import { drawIcon, readResources, withResources } from './resources.mjs'
import { signArguments, signFile } from './sign-windows.mjs'
import { MissingToolError, toolVersion } from './tools.mjs'
import { windowsPackages } from './windows.mjs'

const packagesOf = { windows: windowsPackages, linux: linuxPackages, mac: macPackages }

/** The Node of a target as a component of the packages. */
const nodeComponent = ({ nodePackage, nodeVersion }) => {
  const component = lockedComponent(nodePackage)
  if (component.version !== nodeVersion)
    throw new Error(`scripts/pack/package-lock.json has ${nodePackage} ${component.version}, not ${nodeVersion}`)
  return component
}

/** The program of a target. On Windows with icon and version, and signed where there is a certificate. */
async function buildProgram(target, { folder, source, service, signing }) {
  if (target.platform !== 'windows')
    return { program: buildExecutable({ target, node: target.node, folder, source, service }) }
  const icon = await drawIcon()
  const node = path.join(folder, 'node.exe')
  writeFileSync(node, withResources(readFileSync(target.node), icon))
  const program = buildExecutable({ target, node, folder, source, service })
  if (readResources(program).product !== product) throw new Error('The Windows program has lost its version.')
  if (!signing) return { program, icon }
  signFile(path.join(folder, target.program), signing)
  return { program: readFileSync(path.join(folder, target.program)), icon }
}

/** Writes each package of a target, of the wanted forms; returns the number of those that lack a tool. */
async function writePackages(target, { parts, build, facts }) {
  const ofMiner = { node: nodeComponent(target), libraries: librariesOfNode(), packages: build.packages }
  let missing = 0
  const all = [...packagesOf[target.platform](target, parts), gpuPackage(target, parts)]
  for (const one of all.filter(({ form }) => build.forms.includes(form))) {
    const { file, form, make, tools = () => ({}), bill = ofMiner } = one
    try {
      const signing = form === 'gpu' ? undefined : parts.signing
      const used = { ...tools(), ...(signing && { osslsigncode: toolVersion('osslsigncode') }) }
      const content = await make()
      const known = { ...facts, form, signed: signing !== undefined, tools: used }
      writePackage(build.output, { file, content, facts: known, parts: bill, seconds: parts.seconds })
      console.log(`${file}  ${(content.length / 1e6).toFixed(1)} MB`)
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error
      missing += 1
      console.error(`${file} is not packed: ${error.message}`)
    }
  }
  return missing
}

async function packTarget(target, build) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pack-'))
  const { commit, service, source, packages } = build
  const { seconds } = commit
  try {
    const signing = target.platform === 'windows' ? build.signing : undefined
    if (signing) toolVersion('osslsigncode')
    const built = await buildProgram(target, { folder, source, service, signing })
    const parts = { ...built, ...{ folder, service, seconds, signing }, licences: Buffer.from(licenceText(packages)) }
    const facts = {
      ...{ version, platform: target.platform, architecture: target.architecture },
      ...{ service, commit: commit.id, changed: commit.changed, node: target.nodeVersion },
    }
    return await writePackages(target, { parts, build, facts })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Packs into a folder, in place of the packages in it; returns how many could not be made because a tool is missing. */
export async function packMiner({ targets, forms, output, env }) {
  const commit = packedCommit()
  const signing = signArguments(env, commit.seconds)
  const { source, packages } = await bundleMiner()
  const service = (env.PUBLIC_SITE ?? '').replace(/\/$/, '')
  mkdirSync(output, { recursive: true })
  removePackages(output)
  let missing = 0
  for (const target of targets)
    try {
      missing += await packTarget(target, { commit, signing, source, packages, service, output, forms })
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error
      missing += 1
      console.error(`${target.name} is not packed: ${error.message}`)
    }
  return missing
}
