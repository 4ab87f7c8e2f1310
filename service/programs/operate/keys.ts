import { publicKeyOf } from '#service/platform/http/sm2/noble.ts'
import { isPrivateKey } from '#service/platform/http/sm2/parameters.ts'
import { newKeyPair } from '#service/platform/http/sm2/self-test.ts'
import type { Tool } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { flag } from '#service/platform/operator/fields.ts'

/** The keys of sealed calls: the private one is a setting of every node, the public one of the build. */
export const keys: Tool = {
  name: 'keys',
  summary: 'Make the SM2 keys that clients encrypt for, or show the public one of SM2_PRIVATE_KEY',
  fields: { public: flag({ hint: 'show the public key of SM2_PRIVATE_KEY, and make none' }) },
  show(env, { public: isPublic }) {
    const pair = isPublic ? { publicKey: publicKeyOf(parsePrivateKey(env.SM2_PRIVATE_KEY)) } : newKeyPair()
    return {
      data: pair,
      table: {
        columns: [{ title: 'Setting' }, { title: 'Value' }],
        rows: [
          ...('privateKey' in pair ? [['SM2_PRIVATE_KEY', pair.privateKey]] : []),
          ['PUBLIC_SM2_KEY', pair.publicKey],
        ],
        empty: '',
        ...('privateKey' in pair && {
          foot: 'The private key is shown once and kept nowhere: store it as a secret of every node.',
        }),
      },
    }
  },
}

function parsePrivateKey(input: string | undefined): string {
  const key = input?.trim() ?? ''
  if (!isPrivateKey(key)) throw wrongUsage('SM2_PRIVATE_KEY is not set to a private key of SM2: 64 hexadecimal digits.')
  return key
}
