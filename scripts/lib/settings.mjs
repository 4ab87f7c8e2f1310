// The settings that are built into the pages, and those of programs beside the service, whose own are in
// service/platform/settings. Runs before anything is installed.
import { parseRepository, REPOSITORY_HINT } from './repository.mjs'
import { fail } from './setup.mjs'

const isAddress = (text) => URL.canParse(text) && /^https?:\/\/[^/]/.test(text)
const isOrigin = (text) => isAddress(text) && /^\/?$/.test(text.slice(new URL(text).origin.length))
const isPath = (text) =>
  /^(?:\/[a-z0-9-]+)+$/.test(text) && !/^\/(?:agent|host|downloads|healthz|readyz|user|messages)(?:\/|$)/.test(text)

export const buildSettings = {
  PUBLIC_SITE: {
    isRight: isOrigin,
    hint: 'an address without a path, such as https://idleforge.example',
    usual: '`https://idleforge.example`',
    about: 'the address in canonical links and the sitemap',
  },
  PUBLIC_API_BASE: {
    isRight: (text) => isPath(text) || isAddress(text),
    hint: 'a path such as /api, or an address that begins with http:// or https://',
    usual: '`/api`',
    about: 'where the client makes its calls; our own service takes a path',
  },
  PUBLIC_SM2_KEY: {
    isRight: (text) => /^04[0-9a-f]{128}$/i.test(text),
    hint: 'a public key: 04 and 128 hexadecimal digits',
    usual: 'asked once from `GET {base}/public-key`',
    about: "the service's public key: 04 and 128 hexadecimal digits",
  },
  PUBLIC_SIGN_SALT: {
    isRight: (text) => /^\S{4,64}$/.test(text),
    hint: '4 to 64 characters without spaces',
    usual: '`idleforge`',
    about: 'the salt of the signature, the same in client and service',
  },
  PUBLIC_REPOSITORY_URL: {
    isRight: (text) => parseRepository(text) !== undefined,
    hint: REPOSITORY_HINT,
    usual: 'none: nothing of it is shown',
    about: 'the branch of the texts on GitHub or GitLab, for “Edit this page” and “Was this page helpful?”',
  },
  PUBLIC_EDITOR: {
    isRight: (text, env) => text === 'test' || (text === 'on' && Boolean(env.PUBLIC_REPOSITORY_URL)),
    hint: 'on, with PUBLIC_REPOSITORY_URL set, or test',
    usual: 'none: there is no editor',
    about:
      '`on`: a page at /editor/ where texts are edited in the browser; `test`: the same without a repository, to try it',
  },
}

/** Programs that read no settings of the service; their options go first. */
export const programGroups = [
  {
    title: 'Miner and host',
    readers: 'the programs of users',
    settings: {
      IDLEFORGE_SERVICE: { usual: 'see `--help` of each', about: 'the service, in place of `--service`' },
      IDLEFORGE_GPU: {
        about: "the folder of the miner's engine for graphics cards",
        usual: '`~/.idleforge/gpu`, or `gpu` beside the program',
      },
      IDLEFORGE_STATE: {
        usual: 'a file per service in `~/.idleforge`',
        about: "the miner's file with the token of its device, in place of `--state`",
      },
      IDLEFORGE_HOST_TOKEN: {
        usual: 'none',
        about: "the host's token, in place of `--token`: other users of the machine can't see it",
      },
      HTTP_PROXY: { usual: 'none', about: 'the proxy for plain http' },
      HTTPS_PROXY: { usual: 'none', about: 'the proxy for https' },
      NO_PROXY: { usual: 'none', about: 'hosts that are reached without a proxy' },
      NODE_USE_ENV_PROXY: { usual: 'none', about: '`1` has Node.js 22.21 and newer follow the proxies by itself' },
    },
  },
  {
    title: 'Packing',
    readers: '`npm run pack`, which also reads `PUBLIC_SITE`: the service that the programs mine for',
    settings: {
      PACK_CERTIFICATE: { usual: 'none: unsigned', about: 'a PKCS #12 file, whose key signs the Windows files' },
      PACK_CERTIFICATE_PASSWORD_FILE: { usual: 'none', about: 'a file with the password of the certificate' },
      PACK_TIMESTAMP_URL: {
        usual: 'none: the time of the commit',
        about: 'the server that confirms the time of a signature, which then outlives its certificate',
      },
      PACK_ANDROID_KEYSTORE: {
        usual: 'none: a test key of this machine',
        about: 'a PKCS #12 file with one key, which signs the app',
      },
      PACK_ANDROID_KEYSTORE_PASSWORD_FILE: { usual: 'none', about: 'a file with the password of that key' },
    },
  },
  {
    title: 'Terminal and tests',
    readers: "the operator's program and `npm test`",
    settings: {
      NO_COLOR: { usual: 'none', about: 'any value: `operate` prints without colours' },
      CHROMIUM_PATH: { usual: 'the one that is found', about: 'the Chromium that tests run in' },
      FIREFOX_PATH: { usual: 'the one that is found', about: 'the Firefox of `npm run test:long -- engines`' },
      CI: { usual: 'none', about: 'any value: `npm test` runs as on a build machine' },
    },
  },
]

/** Ends this process with a sentence that names each of them that is wrong. */
export function checkSiteSettings(env) {
  const wrong = Object.entries(buildSettings).filter(([name, { isRight }]) => env[name] && !isRight(env[name], env))
  if (wrong.length > 0)
    fail(`Settings to correct:\n${wrong.map(([name, { hint }]) => `  - ${name} must be ${hint}`).join('\n')}`)
}
