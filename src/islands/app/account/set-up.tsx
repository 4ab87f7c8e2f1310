import { useState } from 'react'
import { isSixDigits } from '#lib/rules/codes.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { useForm } from '../core/forms/use-form.ts'
import { useT } from '../core/texts/i18n.ts'
import { PayCode, PayLine } from '../payment/index.ts'
import { FactorField } from '../payment-password/index.ts'
import { confirmFactor, saveCodes } from './factor-store.ts'
import { a } from './texts.ts'

export interface FactorSetup {
  secret: string
  uri: string
}

/** The QR code, its text, and the first code of the app as proof. */
export function SetUp({ setup, onDone }: { setup: FactorSetup; onDone: (codes: string[]) => void }) {
  const [factor, setFactor] = useState('')
  const form = useForm<'factor'>({
    check: () => (isSixDigits(factor) ? undefined : { field: 'factor', text: a('factor.sixDigits') }),
    async send() {
      const codes = await confirmFactor(factor)
      if (codes) {
        onDone(codes)
        return undefined
      }
      setFactor('')
      // The usual sentence names recovery codes, and there are none yet.
      return { field: 'factor', text: a('factor.wrong') }
    },
    refusals: { rest: 'factor' },
    onFailed: () => setFactor(''),
  })
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm text-muted">{a('factor.scan')}</p>
      <PayCode text={setup.uri} label={a('factor.qr')} />
      <PayLine label={a('factor.secret')} text={setup.secret} code grouped />
      <FactorField
        label={a('factor.code')}
        value={factor}
        onChange={form.typed('factor', setFactor)}
        error={form.errorOf('factor')}
      />
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {a('factor.confirm')}
      </SteadyButton>
    </form>
  )
}

/** Ten codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-sm">{a('codes.text')}</p>
      <ul className="well p-4 grid grid-cols-2 gap-x-4 gap-y-2 code text-center" aria-label={a('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          wide
          text={codes.join('\n')}
          label={t('copy')}
          copiedLabel={t('copied')}
          failedText={t('copyFailed')}
        />
        <button type="button" className="btn btn-line btn-sm" onClick={() => saveCodes(codes, a('codes.file'))}>
          {a('codes.save')}
        </button>
      </div>
      <button type="button" className="btn btn-primary btn-block" onClick={onDone}>
        {a('codes.done')}
      </button>
    </div>
  )
}
