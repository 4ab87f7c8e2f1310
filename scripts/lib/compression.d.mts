interface Settings {
  br: { quality: number; mode: number }
  gz: { level: number }
}
export const defaultSettings: Settings
export const compressorVersions: { br: string; gz: string }
export function compressFolder(
  folder: string,
  options: { cache: string; settings?: Settings; versions?: { br: string; gz: string }; now?: number },
): Promise<{ files: number; compressed: number; before: number; br: number }>
