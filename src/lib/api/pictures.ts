import * as v from 'valibot'
import { pictureUpload } from '../contract/feedback.ts'
import { CALL_TIMEOUT_MS } from '../rules/calls.ts'
import { TransportError } from './errors.ts'
import { readReply } from './reply.ts'
import { timeLimit } from './time-limit.ts'

/** A picture up to this size goes as it is. */
const SMALL_BYTES = 1024 * 1024
const LONGEST_EDGE = 1920

/** The picture in the size in which the service keeps it, where this browser can draw it: phones take pictures of 12 MB. */
async function shrunk(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height))
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
 * Sends the bytes of a picture for a ticket (ADR-078). Throws Refused for what is no picture, and TransportError
 * where there was no usable answer.
 */
export async function sendPicture(ticket: string, file: Blob): Promise<{ id: string }> {
  const base = import.meta.env.PUBLIC_API_BASE || '/api'
  const body = await shrunk(file)
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
