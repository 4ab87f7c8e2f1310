export function withConstants(html: string, scripts: readonly string[]): string
