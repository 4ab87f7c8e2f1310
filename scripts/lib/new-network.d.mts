/** Why a name cannot be one; undefined when it can. */
export function networkNameError(name: string): string | undefined

/** Texts of the files of a new kind of network, by their path. */
export function networkFiles(name: string): Map<string, string>
