import * as v from 'valibot'
import { INVITE_FIELD_LENGTH, inviteCodeIn } from '../rules/invitations.ts'
import { CaptchaAnswer, CodeSent, SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Email, Id, Md5Digest, NoFields, UnixSeconds, Uuid } from './fields.ts'

export const UserInfo = v.object({
  id: Id,
  username: v.string(),
  name: v.string(),
  inviteCode: v.string(),
  setPaymentPassword: v.picklist([0, 1]),
  createdAt: UnixSeconds,
})
export type UserInfo = v.InferOutput<typeof UserInfo>

/** Also accepted inside a link that was pasted whole. */
export const InviteCode = v.pipe(
  v.string(),
  v.maxLength(INVITE_FIELD_LENGTH),
  v.transform(inviteCodeIn),
  v.regex(/^[0-9A-Z]{4,16}$/),
)
export const SignedIn = v.object({ token: v.string(), userInfo: UserInfo })

export const captchaImage = endpoint('/user/captchaImage', {
  auth: false,
  request: v.object({ username: v.optional(Email) }),
  reply: v.object({ captchaEnabled: v.boolean(), uuid: v.string(), img: v.string() }),
})

export const emailVerifyCode = endpoint('/user/emailVerifyCode', {
  auth: false,
  request: v.object({
    username: Email,
    scene: v.picklist(['register', 'reset']),
    uuid: v.optional(Uuid),
    verifyCode: v.optional(CaptchaAnswer),
  }),
  reply: CodeSent,
  refuses: ['CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'CODE_SENT_RECENTLY'],
})

export const loginVerifyCode = endpoint('/user/loginVerifyCode', {
  auth: false,
  request: v.object({ username: Email, uuid: v.optional(Uuid), verifyCode: v.optional(CaptchaAnswer) }),
  reply: CodeSent,
  refuses: ['CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'CODE_SENT_RECENTLY'],
})

export const register = endpoint('/user/register', {
  auth: false,
  request: v.object({
    username: Email,
    password: Md5Digest,
    verifyCode: SixDigits,
    inviteCode: v.optional(InviteCode),
    plat: v.literal('web'),
    /**
     * Name as other programs send it; the service removes characters that names may not contain (lib/rules/names.ts).
     */
    name: v.optional(v.pipe(v.string(), v.maxLength(48), v.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
  }),
  reply: SignedIn,
  refuses: ['CODE_WRONG', 'PASSWORD_COMMON', 'INVITE_CODE_UNKNOWN'],
})

const PasswordLogin = v.object({
  mode: v.optional(v.literal('password'), 'password'),
  username: Email,
  password: Md5Digest,
  uuid: v.optional(Uuid),
  verifyCode: v.optional(CaptchaAnswer),
  plat: v.literal('web'),
})
const CodeLogin = v.object({ mode: v.literal('code'), username: Email, verifyCode: SixDigits, plat: v.literal('web') })

export const login = endpoint('/user/login', {
  auth: false,
  request: v.union([PasswordLogin, CodeLogin]),
  reply: SignedIn,
  /** FACTOR_NEEDED has the `ticket` for `passSecondFactor`: the first factor was right. */
  refuses: ['CREDENTIALS_WRONG', 'CODE_WRONG', 'CAPTCHA_NEEDED', 'CAPTCHA_WRONG', 'FACTOR_NEEDED'],
})

export const resetPass = endpoint('/user/resetPass', {
  auth: false,
  request: v.object({ username: Email, verifyCode: SixDigits, password: Md5Digest }),
  reply: NoFields,
  refuses: ['CODE_WRONG', 'PASSWORD_COMMON'],
})

export const userInfo = endpoint('/user/info', { auth: true, request: NoFields, reply: UserInfo })

export const logout = endpoint('/user/logout', { auth: true, request: NoFields, reply: NoFields })
