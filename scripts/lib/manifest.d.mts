export function readManifest(folder: string): {
  withImports(file: string): Set<string>
  withAllImports(file: string): Set<string>
  fileOf(module: string): string
  entryOf(module: string): string
  lateOf(file: string): string[]
}
