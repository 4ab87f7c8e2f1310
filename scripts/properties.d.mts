export function withoutUnused(html: string, scripts: readonly string[]): string
