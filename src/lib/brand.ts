/** The product's name and addresses, in one place so that an operator can rename it. */
export const brand = {
  name: 'Idleforge',
  domain: 'idleforge.example',
  supportEmail: 'support@idleforge.example',
  securityEmail: 'security@idleforge.example',
  noReplyEmail: 'no-reply@idleforge.example',
} as const
