import type invitations from '#locales/en/invitations.json'
import { texts } from '../texts/texts.ts'

export const m = texts<typeof invitations>('invitations')
