// The licences of everything in a package, as one text.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/setup.mjs'
import { licenceNodePackage } from './targets.mjs'

const nodeLicence = () =>
  readFileSync(path.join(import.meta.dirname, 'node_modules', licenceNodePackage, 'LICENSE'), 'utf8')

export function licenceText(packages) {
  const parts = [
    ['The miner', readFileSync(path.join(root, 'LICENSE'), 'utf8')],
    [
      'Idleforge Sans, the font of the window',
      readFileSync(path.join(root, 'public/fonts/idleforge-sans.LICENSE.txt'), 'utf8'),
    ],
    ...packages.map(({ name, version, licenceText: text }) => [`${name} ${version}`, text]),
    ['Node.js', nodeLicence()],
  ]
  return `${parts.map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}`).join('\n\n\n')}\n`
}
