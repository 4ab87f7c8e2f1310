export function withOwnScript(html: string): string
