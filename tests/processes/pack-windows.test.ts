import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINER_VERSION } from '#service/programs/miner/options.ts'
import { root } from '../../scripts/lib/setup.mjs'

/** The installer is compressed for minutes where the machine is busy. */
const PACK_LIMIT_MS = 1_800_000
/** Each installation unpacks 105 MB, in wine. */
const WINE_LIMIT_MS = 1_800_000
const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\IdleforgeMiner'

/**
 * The Windows packages under Debian's wine 8. It cannot run the program itself: V8 of Node 24 and newer ends there with "Fatal
 * process out of memory: SegmentedTable::InitializeTable", also in a Node without a program in it. The tools are those of
 * scripts/lib/pack-tools.mjs.
 */
describe('the Windows packages', { timeout: WINE_LIMIT_MS }, () => {
  let folder = ''
  let home = ''
  let installed = ''
  const env = () => ({
    ...{ ...process.env, WINEPREFIX: join(folder, 'wine'), WINEDEBUG: '-all', DISPLAY: '' },
    // Otherwise a new prefix offers to download Mono and Gecko, and waits.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  })
  const wine = (...args: string[]) => execFileSync('wine', args, { env: env(), stdio: 'pipe', cwd: folder })
  const setup = (...args: string[]) => wine(join(folder, 'packed', 'Idleforge-Miner-Setup.exe'), '/S', ...args)
  /** Shortcuts that Windows shows or follows; the template of one is beside the program. */
  const links = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.lnk') && !name.endsWith('Autostart.lnk'),
    )
  const device = () => join(home, '.idleforge', 'mine.example.json')

  /** The uninstaller goes on from a copy of itself, after the process that was started has ended. */
  async function uninstall(...args: string[]): Promise<void> {
    wine(join(installed, 'Uninstall.exe'), '/S', ...args)
    await expect.poll(() => existsSync(installed)).toBe(false)
  }

  /** A certificate that nobody else trusts; returns the settings that name it. */
  function makeCertificate(): Record<string, string> {
    const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })
    writeFileSync(join(folder, 'password'), 'secret\n')
    const use = '-addext extendedKeyUsage=codeSigning'
    openssl(`req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=Test ${use}`)
    openssl('pkcs12 -export -inkey key.pem -in cert.pem -out own.p12 -passout file:password')
    return { PACK_CERTIFICATE: join(folder, 'own.p12'), PACK_CERTIFICATE_PASSWORD_FILE: join(folder, 'password') }
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'packed-'))
    const args = ['scripts/pack.mjs', 'miner', 'windows-x64', '--output', join(folder, 'packed')]
    execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, ...makeCertificate() }, stdio: 'pipe' })
    wine('winecfg', '-v', 'win10')
    const [user = ''] = readdirSync(join(folder, 'wine/drive_c/users')).filter((name) => name !== 'Public')
    home = join(folder, 'wine/drive_c/users', user)
    installed = join(home, 'AppData/Local/Programs/Idleforge Miner')
    setup()
  }, PACK_LIMIT_MS)
  afterAll(() => {
    spawnSync('wineserver', ['--kill'], { env: env() })
    rmSync(folder, { recursive: true, maxRetries: 5 })
  })

  test('install silently for the user, and start with Windows only when asked', () => {
    expect(readdirSync(installed).sort()).toEqual([
      ...['Autostart.lnk', 'Idleforge Miner.exe', 'LICENSES.txt', 'Uninstall.exe', 'idleforge-miner.exe'],
    ])
    expect(links()).toEqual([expect.stringMatching(/Start Menu\/Programs\/Idleforge Miner\.lnk$/)])
    expect(String(wine('reg', 'query', KEY))).toMatch(new RegExp(`DisplayVersion\\s+REG_SZ\\s+${MINER_VERSION}`))
    setup('/AUTOSTART')
    expect(links()).toContainEqual(expect.stringMatching(/Startup\/Idleforge Miner\.lnk$/i))
    // An update keeps the choice.
    setup()
    expect(links()).toHaveLength(2)
  })

  test('have our icon and version, and the same program in both', async () => {
    const { readResources } = await import('../../scripts/pack/resources.mjs')
    const program = readFileSync(join(installed, 'idleforge-miner.exe'))
    expect(readResources(program)).toEqual({
      icons: [16, 32, 48, 256],
      version: `${MINER_VERSION}.0`,
      product: 'Idleforge Miner',
    })
    const name = `idleforge-miner-${MINER_VERSION}-windows-x64`
    const zip = join(folder, 'packed', `${name}.zip`)
    const inside = execFileSync('unzip', ['-p', zip, `${name}/idleforge-miner.exe`], { maxBuffer: 2 ** 28 })
    expect(inside.equals(program)).toBe(true)
  })

  test('are signed: the installer, the program and the uninstaller', () => {
    const files = [join(folder, 'packed', 'Idleforge-Miner-Setup.exe'), join(installed, 'idleforge-miner.exe')]
    for (const file of [...files, ...['Uninstall.exe', 'Idleforge Miner.exe'].map((name) => join(installed, name))]) {
      const args = ['verify', '-CAfile', join(folder, 'cert.pem'), '-in', file]
      expect(execFileSync('osslsigncode', args, { encoding: 'utf8' })).toContain('Signature verification: ok')
    }
    const facts = readFileSync(join(folder, 'packed', 'Idleforge-Miner-Setup.exe.facts.json'), 'utf8')
    expect(JSON.parse(facts)).toMatchObject({ signed: true, tools: { osslsigncode: expect.any(String) } })
  })

  test('start the miner for its window, by a program without a console', async () => {
    // In place of the miner, which wine cannot run: it notes how it was started.
    const noted = join(folder, 'noted.txt')
    const script = `Target amd64-unicode\nSilentInstall silent\nOutFile "noter.exe"\nSection\nFileOpen $0 "Z:${noted.replaceAll('/', '\\')}" w\nFileWrite $0 $CMDLINE\nFileClose $0\nSectionEnd\n`
    writeFileSync(join(folder, 'noter.nsi'), script)
    execFileSync('makensis', ['-V1', 'noter.nsi'], { cwd: folder })
    const place = join(folder, 'launched')
    mkdirSync(place)
    copyFileSync(join(folder, 'noter.exe'), join(place, 'idleforge-miner.exe'))
    copyFileSync(join(installed, 'Idleforge Miner.exe'), join(place, 'Idleforge Miner.exe'))
    wine(join(place, 'Idleforge Miner.exe'), '--background')
    // The launcher does not wait for the miner.
    await expect
      .poll(() => existsSync(noted) && readFileSync(noted, 'utf8'))
      .toMatch(/idleforge-miner\.exe"? --window --background$/)
  })

  test('keep the device when they are removed, or delete it when asked', async () => {
    mkdirSync(join(home, '.idleforge'))
    writeFileSync(device(), '{}')
    await uninstall()
    expect(links()).toEqual([])
    expect(() => wine('reg', 'query', KEY)).toThrow()
    expect(existsSync(device())).toBe(true)
    setup()
    await uninstall('/DELETEDEVICE')
    expect(existsSync(join(home, '.idleforge'))).toBe(false)
  })

  test('leave files of others in the folder', async () => {
    setup()
    writeFileSync(join(installed, 'notes.txt'), 'mine')
    wine(join(installed, 'Uninstall.exe'), '/S')
    await expect.poll(() => readdirSync(installed)).toEqual(['notes.txt'])
  })

  test(
    'are made without the installer where its tool is missing, which is named',
    () => {
      const output = join(folder, 'without')
      const bin = join(folder, 'bin')
      mkdirSync(bin)
      for (const name of ['git', 'npm', 'node', 'env', 'sh'])
        symlinkSync(execFileSync('/usr/bin/which', [name], { encoding: 'utf8' }).trim(), join(bin, name))
      const args = ['scripts/pack.mjs', 'miner', 'windows-x64', '--output', output]
      const { status, stderr } = spawnSync(process.execPath, args, {
        ...{ cwd: root, env: { ...process.env, PATH: bin }, encoding: 'utf8' },
      })
      expect(status).toBe(1)
      expect(stderr).toContain('Setup.exe is not packed: makensis is missing. Install it: apt-get install nsis\n')
      expect(stderr).toContain('1 of the packages could not be made')
      const made = readdirSync(output).filter((name) => name.endsWith('.zip') || name.endsWith('.exe'))
      expect(made).toEqual([
        `idleforge-gpu-${MINER_VERSION}-windows-x64.zip`,
        `idleforge-miner-${MINER_VERSION}-windows-x64.zip`,
      ])
    },
    PACK_LIMIT_MS,
  )
})
