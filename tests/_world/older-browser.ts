import { bcd, missingFeatures } from '../../scripts/lib/compat.mjs'

type Node = Record<string, { __compat?: Parameters<typeof missingFeatures>[0] }>

/** Members of a group of the data that some of the oldest supported browsers lack, as `owner.member`; statics end so in it. */
const newerIn = (group: object): string[] =>
  Object.entries(group as Record<string, Node>).flatMap(([owner, members]) =>
    Object.entries(members).flatMap(([member, { __compat: compat }]) => {
      if (member === '__compat' || !compat || missingFeatures(compat).length === 0) return []
      return member === owner ? [owner] : [`${owner}.${member}`]
    }),
  )

/** All of the web's interfaces and of the language that is newer than the oldest supported browsers. */
export const newerNames: readonly string[] = [...newerIn(bcd.api), ...newerIn(bcd.javascript.builtins ?? {})].sort()

/** For `addInitScript`: removes them from a page, as in the oldest supported browsers. */
export function forget(names: readonly string[]): void {
  const scope = globalThis as unknown as Record<string, Record<string, unknown> & { prototype?: object }>
  for (const name of names) {
    const [owner = '', path] = name.split('.')
    if (path === undefined) {
      Reflect.deleteProperty(scope, owner)
      continue
    }
    const member = path.replace(/_static$|_event$/, '')
    const place = path.endsWith('_static') ? scope[owner] : (scope[owner]?.prototype ?? scope[owner])
    for (const one of [place, owner === 'Window' ? scope : undefined])
      if (one) Reflect.deleteProperty(one, path.endsWith('_event') ? `on${member}` : member)
  }
}
