import { createHash, randomUUID } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import type { Database } from '#service/platform/db/open.ts'

const LIFE_MS = 5 * 60_000

/** A picture with characters: it slows attackers down behind the rate limits, and is no barrier. */
export interface Captcha {
  create(now: number): Promise<{ uuid: string; img: string }>
  /** A check consumes the picture, so that an answer cannot be tried twice. */
  check(now: number, uuid: string | undefined, answer: string | undefined): Promise<boolean>
}

export type DrawCaptcha = () => { text: string; svg: string }

const draw: DrawCaptcha = () => {
  const picture = svgCaptcha.create({ size: 5, noise: 2, ignoreChars: '0oO1iIl', color: false, background: '#ffffff' })
  return { text: picture.text, svg: picture.data }
}

const hashAnswer = (uuid: string, text: string): string =>
  createHash('sha256').update(`${uuid}:${text.toLowerCase()}`).digest('hex')

export function createCaptcha(db: Database, drawPicture: DrawCaptcha = draw): Captcha {
  return {
    async create(now) {
      const uuid = randomUUID()
      const { text, svg } = drawPicture()
      await db
        .insertInto('captchas')
        .values({ uuid, answer_hash: hashAnswer(uuid, text), expires_at: new Date(now + LIFE_MS) })
        .execute()
      return { uuid, img: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` }
    },
    async check(now, uuid, answer) {
      if (uuid === undefined || answer === undefined) return false
      const row = await db.deleteFrom('captchas').where('uuid', '=', uuid).returningAll().executeTakeFirst()
      return row !== undefined && row.expires_at.getTime() > now && row.answer_hash === hashAnswer(uuid, answer)
    },
  }
}

export async function deleteExpiredCaptchas(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('captchas').where('expires_at', '<', now).execute()
}
