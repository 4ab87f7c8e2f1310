import type control from '#locales/en/device-control.json'
import { texts } from '../../core/texts/texts.ts'

export const c = texts<typeof control>('device-control')
