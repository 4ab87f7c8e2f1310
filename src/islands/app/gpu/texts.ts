import type gpu from '#locales/en/gpu.json'
import { texts } from '../core/texts/texts.ts'

export const m = texts<typeof gpu>('gpu')
