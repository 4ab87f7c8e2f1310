// Packs the Android app: a web view of the service (ADR-150).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packedCommit } from '../commit.mjs'
import { removePackages, writePackage } from '../facts.mjs'
import { checkTools, FRAMEWORK, runTool, toolVersion } from '../tools.mjs'
import { buildDex } from './code.mjs'
import { applicationId, readOrigin, toVersionCode, version } from './identity.mjs'
import { signingKey } from './key.mjs'
import { writeResources } from './resources.mjs'
import { apkZip, readZip } from './zip.mjs'

const FILE = 'app.apk'
const TOOLS = ['aapt2', 'smali', 'apksigner']

/** Compiles manifest and resources. Returns them as files of the app, and the ids of the resources. */
function compileResources(work) {
  const manifest = readFileSync(path.join(import.meta.dirname, 'files/AndroidManifest.xml'), 'utf8')
  writeFileSync(path.join(work, 'AndroidManifest.xml'), manifest.replace('@ID@', applicationId))
  const aapt = (...args) => runTool('aapt2', args, { cwd: work })
  aapt('compile', '--dir', 'res', '-o', 'compiled.zip')
  aapt(
    ...['link', '-I', FRAMEWORK, '--manifest', 'AndroidManifest.xml', '-o', 'linked.zip'],
    ...[
      '--version-name',
      version,
      '--version-code',
      String(toVersionCode(version)),
      '--emit-ids',
      'ids',
      'compiled.zip',
    ],
  )
  return {
    files: readZip(readFileSync(path.join(work, 'linked.zip'))),
    ids: readFileSync(path.join(work, 'ids'), 'utf8'),
  }
}

/** Android 7 checks the signature of form v2, Android 9 and newer that of v3; none needs v1. */
const FORMS = ['--v1-signing-enabled', 'false', '--v2-signing-enabled', 'true', '--v3-signing-enabled', 'true']

function sign(apk, options) {
  runTool('apksigner', ['sign', ...options, ...FORMS, '--v4-signing-enabled', 'false', apk])
  const print = runTool('apksigner', ['verify', '--print-certs', apk])
  const [, certificate] = /certificate SHA-256 digest: ([0-9a-f]{64})/.exec(print) ?? []
  if (!certificate) throw new Error(`apksigner has not named the certificate:\n${print}`)
  return certificate
}

async function buildApp(work, { origin, key }) {
  await writeResources(path.join(work, 'res'), origin)
  const { files, ids } = compileResources(work)
  const dex = { name: 'classes.dex', content: buildDex({ work, origin, ids }) }
  const apk = path.join(work, FILE)
  writeFileSync(apk, apkZip([...files, dex]))
  const certificate = sign(apk, key.options)
  return { content: readFileSync(apk), certificate }
}

/** Packs into a folder, in place of the packages in it. Returns the facts that the operator has to know. */
export async function packAndroid({ output, env }) {
  const origin = readOrigin(env)
  checkTools([...TOOLS, FRAMEWORK])
  const key = signingKey(env)
  const commit = packedCommit()
  const work = mkdtempSync(path.join(tmpdir(), 'pack-'))
  try {
    const { content, certificate } = await buildApp(work, { origin, key })
    const facts = {
      ...{ version, platform: 'android', form: 'package', signed: true, key: key.owner, certificate },
      ...{ application: applicationId, service: origin, commit: commit.id, changed: commit.changed },
      tools: Object.fromEntries(TOOLS.map((name) => [name, toolVersion(name)])),
    }
    mkdirSync(output, { recursive: true })
    removePackages(output)
    writePackage(output, { file: FILE, content, facts, parts: { packages: [] }, seconds: commit.seconds })
    console.log(`${FILE}  ${(content.length / 1e3).toFixed(1)} kB`)
    return facts
  } finally {
    rmSync(work, { recursive: true })
  }
}
