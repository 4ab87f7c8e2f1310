// The parts of a package as a bill of materials: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json.

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** A hash of the lock file, as CycloneDX writes it. */
const hashesOf = (integrity) => [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }]

const component = (type, { name, version, license, integrity }) => ({
  type,
  'bom-ref': purl(name, version),
  name,
  version,
  purl: purl(name, version),
  licenses: [{ license: { id: license } }],
  hashes: hashesOf(integrity),
})

/** `seconds` is the time of the commit: the same build has the same bill. A package without a program has no `node`. */
export function billOfMaterials({ file, version, sha256, node, libraries, packages, seconds }) {
  const ref = `${file}@${version}`
  const parts = [
    ...(node ? [{ ...component('platform', node), components: libraries }] : []),
    ...packages.map((one) => component('library', one)),
  ]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': ref,
        name: file,
        version,
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-256', content: sha256 }],
      },
    },
    components: parts,
    dependencies: [{ ref, dependsOn: parts.map((part) => part['bom-ref']) }],
  }
}
