import { atom } from 'nanostores'
import type { RequestOf } from '#lib/contract/endpoint.ts'
import { gpuTemplates, removeTemplate, saveTemplate, type Template } from '#lib/contract/gpu-templates.ts'
import { call } from '../../core/calls/call.ts'
import { createResource } from '../../core/calls/resource.ts'

export const $templates = createResource(gpuTemplates, { $payload: atom({}) })

export async function save(request: RequestOf<typeof saveTemplate>): Promise<void> {
  await call(saveTemplate, request).finally($templates.reload)
}

export async function remove({ id }: Template): Promise<void> {
  await call(removeTemplate, { id }).finally($templates.reload)
}

/** Ports as typed, with commas or spaces between them; undefined where one is no port. */
export function portsIn(text: string): number[] | undefined {
  const words = text.split(/[\s,，、]+/).filter((word) => word !== '')
  const ports = words.map((word) => (/^[1-9]\d{0,4}$/.test(word) ? Number(word) : 0))
  return ports.every((port) => port > 0 && port <= 65_535) ? [...new Set(ports)] : undefined
}
