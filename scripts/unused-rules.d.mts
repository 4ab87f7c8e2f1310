export function withoutUnusedRules(html: string, scripts: readonly string[]): string
