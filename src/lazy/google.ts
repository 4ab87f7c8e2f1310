/** On /google-auth and /auth-success: hands on what Google has answered, and closes or goes back. */
import { deliverGoogleAnswer } from '#lib/google/answer.ts'

deliverGoogleAnswer()
