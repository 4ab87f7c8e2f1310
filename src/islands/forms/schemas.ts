import * as v from 'valibot'
import { Email } from '#lib/contract/fields.ts'
import { isSixDigits } from '#lib/rules/codes.ts'
import { inviteCodeIn, isInviteCode } from '#lib/rules/invitations.ts'
import { isPassword } from '#lib/rules/password.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'

/** Schemas of the forms. Messages are keys of the `auth` catalogue. */

export const username = v.pipe(
  v.string(),
  v.transform(pastedText),
  v.check((text) => v.is(Email, text), 'errors.email'),
)
const sixDigits = v.pipe(v.string(), v.check(isSixDigits, 'errors.code'))
const newPassword = v.pipe(v.string(), v.check(isPassword, 'errors.password'))

/** The only form that sends the captcha answer itself; the others send it with "Send code". */
export const PasswordLogin = v.object({
  username,
  password: v.pipe(v.string(), v.nonEmpty('errors.passwordEmpty')),
  captcha: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('errors.captcha'))),
})

export const CodeLogin = v.object({ username, verifyCode: sixDigits })

const isSame = (input: { password: string; confirm: string }): boolean =>
  input.password.normalize('NFC') === input.confirm.normalize('NFC')

export const Registration = v.pipe(
  v.object({
    username,
    verifyCode: sixDigits,
    password: newPassword,
    confirm: v.string(),
    inviteCode: v.optional(
      v.pipe(
        v.string(),
        v.transform(pastedText),
        v.check((text) => text === '' || isInviteCode(inviteCodeIn(text)), 'errors.inviteCode'),
      ),
      '',
    ),
    terms: v.pipe(
      v.optional(v.string(), ''),
      v.check((text) => text === 'on', 'errors.terms'),
    ),
  }),
  v.forward(v.partialCheck([['password'], ['confirm']], isSame, 'errors.mismatch'), ['confirm']),
)

export const Reset = v.pipe(
  v.object({ username, verifyCode: sixDigits, password: newPassword, confirm: v.string() }),
  v.forward(v.partialCheck([['password'], ['confirm']], isSame, 'errors.mismatch'), ['confirm']),
)
