/** On /google-auth and /auth-success: hands on what another site has answered, and closes or goes back. */
import { deliverAnswer } from '#lib/elsewhere/answer.ts'

deliverAnswer()
