export declare function buildPage(): Promise<string>
