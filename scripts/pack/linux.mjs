// Packages for Linux: a .deb, and a .tar.gz for every other distribution. Both have a systemd unit of the user.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ar, tarGz } from './archives.mjs'
import { maintainer, product, summary, version } from './product.mjs'

const unit = readFileSync(path.join(import.meta.dirname, 'files/idleforge-miner.service'), 'utf8')
const menuEntry = readFileSync(path.join(import.meta.dirname, 'files/idleforge-miner.desktop'), 'utf8')
  .replace('@PRODUCT@', product)
  .replace('@SUMMARY@', summary)
const icon = readFileSync(path.join(import.meta.dirname, '../../public/favicon.svg'))
const unitFor = (program, service) =>
  Buffer.from(unit.replace('@PROGRAM@', program).replace('@SERVICE@', service || 'man:systemd.unit(5)'))

/** The libraries that Node is linked with. A minimal system has all of it but libatomic1. */
const DEPENDS = 'libc6 (>= 2.28), libstdc++6 (>= 8), libgcc-s1, libatomic1'
/** Programs that tell when the desktop is in use: gdbus, xprintidle and xprop. */
const RECOMMENDS = 'libglib2.0-bin, xprintidle, x11-utils'

const readme = `${product} ${version}

Needs a Linux with glibc 2.28 or newer, and libatomic (Debian: libatomic1, Fedora: libatomic).

  install -Dm755 idleforge-miner ~/.local/bin/idleforge-miner
  ~/.local/bin/idleforge-miner

It asks for the code that "Add device" shows in the dashboard, and mines until Ctrl-C. With --window it shows its state and its
settings in the browser, where you can also enter the code. To start it with your session:

  install -Dm644 idleforge-miner.service ~/.config/systemd/user/idleforge-miner.service
  systemctl --user enable --now idleforge-miner

To remove it, disable that unit and delete both files; ~/.idleforge has the device's token.
`

const control = (architecture, files) => `Package: idleforge-miner
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(files.reduce((total, { content }) => total + content.length, 0) / 1024)}
Depends: ${DEPENDS}
Recommends: ${RECOMMENDS}
Section: utils
Priority: optional
Description: ${summary}
 ${product} works on tasks of the service that its device is bound to.
 After "idleforge-miner" has been bound once, "systemctl --user enable --now
 idleforge-miner" starts it with the session.
`

function deb({ program, licences, service, architecture, seconds }) {
  const files = [
    { name: './usr/bin/idleforge-miner', content: program, mode: 0o755 },
    {
      name: './usr/lib/systemd/user/idleforge-miner.service',
      content: unitFor('/usr/bin/idleforge-miner', service),
      mode: 0o644,
    },
    { name: './usr/share/applications/idleforge-miner.desktop', content: Buffer.from(menuEntry), mode: 0o644 },
    { name: './usr/share/icons/hicolor/scalable/apps/idleforge-miner.svg', content: icon, mode: 0o644 },
    { name: './usr/share/doc/idleforge-miner/copyright', content: licences, mode: 0o644 },
  ]
  const sums = files.map(
    ({ name, content }) => `${createHash('md5').update(content).digest('hex')}  ${name.slice(2)}\n`,
  )
  const meta = { './control': control(architecture, files), './md5sums': sums.join('') }
  const about = Object.entries(meta).map(([name, text]) => ({ name, content: Buffer.from(text), mode: 0o644 }))
  return ar(
    [
      { name: 'debian-binary', content: Buffer.from('2.0\n') },
      { name: 'control.tar.gz', content: tarGz(about, seconds) },
      { name: 'data.tar.gz', content: tarGz(files, seconds) },
    ],
    seconds,
  )
}

function tarball(folder, { program, licences, service, seconds }) {
  const file = (name, content, mode = 0o644) => ({ name: `${folder}/${name}`, content, mode })
  return tarGz(
    [
      file('README.txt', Buffer.from(readme)),
      file('LICENSES.txt', licences),
      file('idleforge-miner', program, 0o755),
      file('idleforge-miner.service', unitFor('%h/.local/bin/idleforge-miner', service)),
    ],
    seconds,
  )
}

/** The packages of a Linux target: functions that give their bytes, by file name. */
export function linuxPackages(target, parts) {
  const architecture = { x64: 'amd64', arm64: 'arm64' }[target.architecture]
  const folder = `idleforge-miner-${version}-${target.name}`
  return [
    {
      file: `idleforge-miner_${version}_${architecture}.deb`,
      form: 'package',
      make: () => deb({ ...parts, architecture }),
    },
    { file: `${folder}.tar.gz`, form: 'archive', make: () => tarball(folder, parts) },
  ]
}
