import type devices from '#locales/en/devices.json'
import { texts } from '../core/texts/texts.ts'

export const d = texts<typeof devices>('devices')
