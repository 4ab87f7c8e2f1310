// Signs Windows files by the operator's certificate, where one is set (docs/guides/pack-the-miner.md).
import { renameSync } from 'node:fs'
import path from 'node:path'
import { product } from './product.mjs'
import { runTool } from './tools.mjs'

/** The arguments of osslsigncode before the files; undefined where no certificate is set. */
export function signArguments(env, seconds) {
  const { PACK_CERTIFICATE: certificate, PACK_CERTIFICATE_PASSWORD_FILE: password, PACK_TIMESTAMP_URL: clock } = env
  if (!certificate) return undefined
  return [
    ...['sign', '-pkcs12', path.resolve(certificate), '-h', 'sha256', '-n', product],
    // An option would show the password to other users of the machine.
    ...(password ? ['-readpass', path.resolve(password)] : []),
    // A server's time outlives the certificate; without one, the time is the commit's.
    ...(clock ? ['-ts', clock] : ['-time', String(seconds)]),
  ]
}

/** Signs a file in its place. */
export function signFile(file, signing) {
  runTool('osslsigncode', [...signing, '-in', file, '-out', `${file}.signed`])
  renameSync(`${file}.signed`, file)
}
