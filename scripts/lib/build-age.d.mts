export function findStaleBuild(root: string): string | undefined
