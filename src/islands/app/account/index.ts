export { ProtectPrompt } from './protect.tsx'
