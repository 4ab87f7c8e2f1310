/** Published packages: the only folder of the data that visitors can reach, and the only names in it. */
export const packageTypes = {
  windows: { exe: 'application/vnd.microsoft.portable-executable', msi: 'application/x-msi', zip: 'application/zip' },
  linux: { deb: 'application/vnd.debian.binary-package', 'tar.gz': 'application/gzip' },
  mac: { zip: 'application/zip' },
  android: { apk: 'application/vnd.android.package-archive' },
} as const

export type Platform = keyof typeof packageTypes

export const platforms = Object.keys(packageTypes) as Platform[]

export const VERSION = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/

export const endingsOf = (platform: Platform): string[] => Object.keys(packageTypes[platform])

/** The ending of a package's file name, which may have two parts; undefined where the platform has none such. */
export const endingOf = (platform: Platform, file: string): string | undefined =>
  endingsOf(platform).find((ending) => file.toLowerCase().endsWith(`.${ending}`))

/** The name of a file never changes, so that caches may keep it. One that is for any processor has no architecture. */
export const packageName = (of: {
  platform: Platform
  version: string
  ending: string
  architecture?: string
  form?: string
}): string =>
  `idleforge-${[of.platform, of.version, of.form === 'gpu' && of.form, of.architecture].filter(Boolean).join('-')}.${of.ending}`

export const packageUrl = (name: string): string => `/downloads/${name}`

/** The file name of a download: the mobile package has the same name in every version (SPEC-7.79). */
export const savedName = (name: string): string => (name.startsWith('idleforge-android-') ? 'app.apk' : name)

/** The content type of a package; undefined for every other name. */
export function packageType(name: string): string | undefined {
  const [, platform = '', version = '', ending = ''] =
    /^idleforge-([a-z]+)-([\d.]+?)(?:-gpu)?(?:-(?:x64|arm64))?\.([a-z]+(?:\.gz)?)$/.exec(name) ?? []
  if (!VERSION.test(version) || !Object.hasOwn(packageTypes, platform)) return undefined
  const types: Record<string, string> = packageTypes[platform as Platform]
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}
