import type { Directory } from './directory.ts'
import type { Mail } from './mail/transport.ts'
import type { Push } from './notify/push.ts'
import type { Telegram } from './notify/telegram.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    mail: Mail
    push: Push
    /** The bot for alerts; undefined where none is configured. */
    telegram: Telegram | undefined
    directory: Directory
  }
}

declare module '#service/platform/operator/act.ts' {
  interface CommandContext {
    directory: Directory
  }
}
