// Icon and version of the Windows program, as Explorer and the task manager show them.
import { Data, NtExecutable, NtExecutableResource, Resource } from 'resedit'
import { drawMark, ico } from '../lib/mark.mjs'
import { product, publisher, version } from './product.mjs'

const SIZES = [16, 32, 48, 256]
/** English (United States), in Unicode: the language that Node's own version has. */
const LANGUAGE = { lang: 1033, codepage: 1200 }

export async function drawIcon() {
  return ico(await Promise.all(SIZES.map(async (size) => ({ size, picture: await drawMark(size) }))))
}

/** A Node with our icon and version. The program is put in afterwards: its own resource would not survive this. */
export function withResources(node, icon) {
  // The signature of Node's publisher is not one of the changed file.
  const file = NtExecutable.from(node, { ignoreCert: true })
  const resources = NtExecutableResource.from(file)
  const { id, lang } = Resource.IconGroupEntry.fromEntries(resources.entries)[0]
  const pictures = Data.IconFile.from(icon).icons.map(({ data }) => data)
  Resource.IconGroupEntry.replaceIconsForResource(resources.entries, id, lang, pictures)
  const [info] = Resource.VersionInfo.fromEntries(resources.entries)
  info.setFileVersion(`${version}.0`, LANGUAGE.lang)
  info.setProductVersion(`${version}.0`, LANGUAGE.lang)
  info.setStringValues(LANGUAGE, {
    CompanyName: publisher,
    FileDescription: product,
    InternalName: 'idleforge-miner',
    LegalCopyright: `${publisher}. Contains Node.js.`,
    OriginalFilename: 'idleforge-miner.exe',
    ProductName: product,
  })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(file)
  return Buffer.from(file.generate())
}

/** Icon sizes, version and product of a Windows program. */
export function readResources(program) {
  const { entries } = NtExecutableResource.from(NtExecutable.from(program, { ignoreCert: true }))
  const [group] = Resource.IconGroupEntry.fromEntries(entries)
  const [info] = Resource.VersionInfo.fromEntries(entries)
  const { FileVersion, ProductName } = info.getStringValues(LANGUAGE)
  return { icons: group.icons.map(({ width }) => width || 256), version: FileVersion, product: ProductName }
}
