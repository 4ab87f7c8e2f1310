import type { Release, ReleaseFile } from '../contract/versions.ts'

type Kind = Pick<ReleaseFile, 'form' | 'architecture'>
export type Architecture = 'x64' | 'arm64'

/** The files that `npm run pack` makes for each system; the page offers the first one that is published and runs. */
export const packedFiles = {
  windows: [
    { form: 'setup', architecture: 'x64' },
    { form: 'archive', architecture: 'x64' },
  ],
  mac: [
    { form: 'archive', architecture: 'arm64' },
    { form: 'archive', architecture: 'x64' },
  ],
  linux: [
    { form: 'package', architecture: 'x64' },
    { form: 'package', architecture: 'arm64' },
    { form: 'archive', architecture: 'x64' },
    { form: 'archive', architecture: 'arm64' },
  ],
} as const satisfies Record<string, readonly Kind[]>

/** A file that was published by itself has no architecture that is known. */
type OfferedKind = Pick<Kind, 'form'> & Partial<Kind>
export type OfferedFile = Omit<ReleaseFile, 'architecture'> & OfferedKind

/** The name of a kind of file in catalogues and pages. */
export const kindName = ({ form, architecture }: OfferedKind): string => `${form}-${architecture}`

/** The form of a file that was published by itself, by the end of its name. */
function formOf(fileName: string): ReleaseFile['form'] {
  if (/\.(?:exe|msi)$/.test(fileName)) return 'setup'
  return /\.(?:deb|apk)$/.test(fileName) ? 'package' : 'archive'
}

/**
 * The file of a release to offer first.
 * @param architecture the visitor's processor; undefined if the browser does not tell it
 * @returns undefined if no published file runs on that processor
 */
export function chooseFile(release: Release, architecture?: Architecture): OfferedFile | undefined {
  const { platform, files, fileName, url, size, sha256 } = release
  if (!files || platform === 'android') return { fileName, url, size, sha256, form: formOf(fileName) }
  // Windows runs programs for x64 on Arm as well.
  const isRunnable = (kind: Kind) =>
    architecture === undefined || kind.architecture === architecture || platform === 'windows'
  return packedFiles[platform]
    .filter(isRunnable)
    .map((kind) => files.find((file) => kindName(file) === kindName(kind)))
    .find((file) => file !== undefined)
}
