/** The product's name and addresses, so that an operator can rebrand it in one place. */
export const brand = {
  name: 'Idleforge',
  domain: 'idleforge.example',
  supportEmail: 'support@idleforge.example',
  securityEmail: 'security@idleforge.example',
  noReplyEmail: 'no-reply@idleforge.example',
  /** The community chat; the ambassador's application form is a channel of it. */
  chat: 'https://discord.example/idleforge',
  application: 'https://discord.example/idleforge/ambassador-application',
  microblog: 'https://x.example/idleforge',
} as const
