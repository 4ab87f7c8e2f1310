export const MINER_VERSION: string
export const LOCAL_SERVICE: string
export function createUsage(service?: string): string
