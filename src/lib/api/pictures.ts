import * as v from 'valibot'
import { pictureUpload } from '../contract/feedback.ts'
import { CALL_TIMEOUT_MS } from '../rules/calls.ts'
import { TransportError } from './errors.ts'
import { readReply } from './reply.ts'
import { timeLimit } from './time-limit.ts'

/** A picture up to this size is sent unchanged. */
const MAX_UNRESIZED_BYTES = 1024 * 1024
const MAX_EDGE_PX = 1920

/**
 * Resizes the picture to the size that the service stores, if this browser can draw it: phones take pictures of 12 MB.
 */
async function resizePicture(file: Blob): Promise<Blob> {
  if (file.size <= MAX_UNRESIZED_BYTES) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return smaller && smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}

/**
 * Sends the bytes of a picture for a ticket (ADR-078). Throws RefusedError if they are not a picture, and
 * TransportError if there was no usable response.
 */
export async function sendPicture(ticket: string, file: Blob): Promise<{ id: string }> {
  const base = import.meta.env.PUBLIC_API_BASE || '/api'
  const body = await resizePicture(file)
  const type = body.type.startsWith('image/') ? body.type : 'image/png'
  const init = { method: 'POST', headers: { 'content-type': type, ticket }, body, credentials: 'omit' } as const
  const response = await fetch(base + pictureUpload.path, {
    ...init,
    signal: timeLimit(CALL_TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new TransportError('offline', String(error))
  })
  return v.parse(pictureUpload.reply, await readReply(response))
}
