export function keepVersion(root: string, args: readonly string[]): string[]
