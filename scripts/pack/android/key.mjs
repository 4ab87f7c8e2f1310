// The key that signs the app: the operator's, or a test key that is made once and stays on this machine.
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../lib/setup.mjs'
import { runTool } from '../tools.mjs'

const testKey = path.join(root, '.cache', 'android-test-key.p12')
/** It protects nothing: the key signs apps for tests alone. */
const TEST_PASSWORD = 'test-key'
const THIRTY_YEARS_DAYS = '10950'

function makeTestKey() {
  if (existsSync(testKey)) return
  mkdirSync(path.dirname(testKey), { recursive: true })
  runTool('keytool', [
    ...['-genkeypair', '-keystore', testKey, '-storetype', 'PKCS12', '-storepass', TEST_PASSWORD, '-alias', 'test'],
    ...['-keyalg', 'RSA', '-keysize', '3072', '-validity', THIRTY_YEARS_DAYS, '-dname', 'CN=Test key'],
  ])
}

/** The owner of the key, and the options of apksigner that name it. An option would show a password to other users. */
export function signingKey({ PACK_ANDROID_KEYSTORE: store = '', PACK_ANDROID_KEYSTORE_PASSWORD_FILE: password = '' }) {
  if (store && !password) throw new Error('PACK_ANDROID_KEYSTORE needs PACK_ANDROID_KEYSTORE_PASSWORD_FILE.')
  if (store)
    return {
      owner: 'operator',
      options: ['--ks', path.resolve(store), '--ks-pass', `file:${path.resolve(password)}`],
    }
  makeTestKey()
  return { owner: 'test', options: ['--ks', testKey, '--ks-pass', `pass:${TEST_PASSWORD}`] }
}
