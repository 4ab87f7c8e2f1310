export declare function applySchemes(style: string): string
