export { ProtectPrompt } from './protect.tsx'
export { $protect } from './protect-store.ts'
