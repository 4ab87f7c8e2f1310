// The libraries in Node, as components of a bill of materials.
import { builderNode } from './targets.mjs'
import { runTool } from './tools.mjs'

/** Numbers of interfaces and data, which are no libraries. */
const NO_LIBRARIES = ['node', 'modules', 'napi', 'unicode', 'tz', 'cldr']

/** The libraries in Node, as it names them itself; every system's Node of a version has the same. */
export function librariesOfNode() {
  const versions = JSON.parse(runTool(builderNode(), ['-p', 'JSON.stringify(process.versions)']))
  return Object.entries(versions)
    .filter(([name, version]) => version !== '' && !NO_LIBRARIES.includes(name))
    .map(([name, version]) => ({ type: 'library', 'bom-ref': `node/${name}@${version}`, name, version }))
}
