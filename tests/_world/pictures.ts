import sharp from 'sharp'
import { pictureTicket, pictureUpload } from '#lib/contract/feedback.ts'
import type { User } from './visitor.ts'
import type { Answer, World } from './world.ts'

type Format = 'png' | 'jpeg' | 'webp'

/** A real picture, with a place and a camera in its metadata. */
export const pictureOf = (format: Format, { width = 64, height = 48 } = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c43d0a' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .toFormat(format)
    .toBuffer()

/** Sends bytes for a ticket, as the page does. */
export async function upload(
  world: World,
  bytes: Buffer,
  { ticket, type = 'image/png' }: { ticket: string; type?: string },
): Promise<Answer['body'] & { status: number }> {
  const response = await fetch(`${world.address}/api${pictureUpload.path}`, {
    method: 'POST',
    headers: { 'content-type': type, ticket },
    body: new Uint8Array(bytes),
  })
  return { ...((await response.json()) as Answer['body']), status: response.status }
}

/** Uploads a picture that can be attached: its id. */
export async function sentPicture(world: World, user: User, bytes: Buffer): Promise<string> {
  const { id, ticket } = await user.call(pictureTicket, {})
  const { code } = await upload(world, bytes, { ticket })
  if (code !== 0) throw new Error(`the picture was refused: ${code}`)
  return id
}
