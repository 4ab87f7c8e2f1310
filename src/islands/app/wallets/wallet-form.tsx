import { useState } from 'react'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import type { addWallet as addWalletCall, networkChains, Wallet } from '#lib/contract/wallets.ts'
import { pastedText } from '#lib/rules/pasted-text.ts'
import { WALLET_ADDRESS_LENGTH, WALLET_NAME_LENGTH } from '#lib/rules/wallets.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { FieldsSkeleton } from '#ui/skeleton.tsx'
import { SteadyButton } from '#ui/steady-button.tsx'
import { toast } from '#ui/toast.ts'
import { Loaded } from '../core/calls/load-state.tsx'
import type { FieldError } from '../core/forms/field-error.ts'
import { LabelledField, TextField } from '../core/forms/labelled-field.tsx'
import { type RefusalFields, useForm } from '../core/forms/use-form.ts'
import { m } from '../core/texts/money.ts'
import {
  FactorField,
  factorFieldRefusals,
  PinField,
  pinRefusals,
  useFactorRequired,
} from '../payment-password/index.ts'
import { $networks, addWallet, checkAddress, editWallet } from './store.ts'

interface WalletFormProps {
  /** The edited wallet; absent when adding one. */
  wallet?: Wallet
  /** Preselected coin of a new wallet. */
  coin?: string
  onDone: (wallet: Wallet) => void
}

type Field = 'name' | 'address' | 'contract' | 'pin' | 'factor'

/** All refusals concern the address, except those of the payment password and the second factor. */
const refusals: RefusalFields<typeof addWalletCall, Field> = {
  ADDRESS_CONTRACT: 'contract',
  ...pinRefusals,
  ...factorFieldRefusals,
  rest: 'address',
}

/** Adds an address of one of the offered networks, or edits one, which keeps its network. */
export function WalletForm(props: WalletFormProps) {
  if (props.wallet) return <Fields {...props} networks={[]} />
  return (
    <Loaded store={$networks} skeleton={<FieldsSkeleton fields={4} />} flush>
      {({ list }) => <Fields {...props} networks={list} />}
    </Loaded>
  )
}

interface FieldsProps extends WalletFormProps {
  networks: ReplyOf<typeof networkChains>['list']
}

const keyOf = (one: { currencyCode: string; chainCode: string }) => `${one.currencyCode}/${one.chainCode}`

/** The address has to be valid on its network before anything is sent. */
function useWalletForm({ wallet, coin, onDone, networks }: FieldsProps) {
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState(wallet?.addressName ?? '')
  const [address, setAddress] = useState(wallet?.walletAddress ?? '')
  const [pin, setPin] = useState('')
  const [factor, setFactor] = useState('')
  const isFactorRequired = useFactorRequired()
  const [alike, setAlike] = useState<{ addressName: string; walletAddress: string }>()
  const [isContract, setContract] = useState(false)
  const [isConfirmed, confirm] = useState(false)
  const network =
    wallet ??
    networks.find((one) => keyOf(one) === chosen) ??
    networks.find(({ currencyCode }) => currencyCode === coin) ??
    networks[0]
  const [addressName, walletAddress] = [name.trim(), pastedText(address)]
  // A new name causes no hold.
  const needsFactor = isFactorRequired && walletAddress !== wallet?.walletAddress

  async function send(): Promise<FieldError<Field> | undefined> {
    if (!network) return undefined
    const wrong = await checkNow()
    if (wrong) return wrong
    if (pin.length < 6) return { field: 'pin', text: m('payment.PAYMENT_PASSWORD_FORM') }
    if (needsFactor && factor.trim() === '') return { field: 'factor', text: m('payment.factorEmpty') }
    const typed = { pin, factor: needsFactor ? factor.trim() : '' }
    const { currencyCode, chainCode } = network
    const values = { addressName, walletAddress, isContractConfirmed: isConfirmed }
    const saved = wallet
      ? await editWallet(wallet, values, typed)
      : await addWallet({ ...values, currencyCode, chainCode }, typed)
    toast('success', m(wallet ? 'wallets.changed' : 'wallets.added', { name: saved.addressName }))
    onDone(saved)
    return undefined
  }

  const form = useForm<Field>({
    check() {
      if (addressName === '') return { field: 'name', text: m('wallets.nameEmpty') }
      return walletAddress === '' ? { field: 'address', text: m('wallets.addressEmpty') } : undefined
    },
    send,
    refusals,
    onFailed(field) {
      setPin('')
      setFactor('')
      // No node had reported the contract while the address was typed.
      if (field === 'contract') setContract(true)
    },
  })

  /** Returns the error of the address; also warns of a similar address and of a contract. */
  async function checkNow(): Promise<FieldError<Field> | undefined> {
    if (!network || walletAddress === '') return undefined
    const { valid, refusal, looksLike, isContract: found } = await checkAddress(network.chainCode, walletAddress)
    setAlike(looksLike ?? undefined)
    // A confirmation stays valid for the same address.
    const isKnown = wallet?.isContractConfirmed === true && walletAddress === wallet.walletAddress
    const mustConfirm = found === true && !isKnown
    setContract(mustConfirm)
    if (!valid) return showError({ field: 'address', text: m(refusal ? `wallets.${refusal}` : 'wallets.mismatch') })
    form.clear('address')
    return mustConfirm && !isConfirmed ? { field: 'contract', text: m('wallets.contractNeeded') } : undefined
  }

  function showError(wrong: FieldError<Field>): FieldError<Field> {
    form.setWrong(wrong)
    return wrong
  }

  function type(text: string): void {
    setAddress(text)
    setContract(false)
    confirm(false)
  }

  function choose(key: string): void {
    setChosen(key)
    setAlike(undefined)
    setContract(false)
    form.clear('address')
  }

  return {
    ...form,
    network,
    choose,
    checkNow,
    alike,
    name,
    setName,
    address,
    setAddress: type,
    isContract,
    isConfirmed,
    confirm,
    pin,
    setPin,
    factor,
    setFactor,
    needsFactor,
  }
}

function Fields(props: FieldsProps) {
  const { wallet, networks } = props
  const { network, typed, errorOf, alike, ...form } = useWalletForm(props)
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {wallet ? (
        <LabelledField label={m('wallets.network')}>
          {(id) => (
            <p id={id} className="text-sm">
              {wallet.currencyCode} · {wallet.chainName}
            </p>
          )}
        </LabelledField>
      ) : (
        <NetworkSelect networks={networks} value={network && keyOf(network)} onChange={form.choose} />
      )}
      <TextField
        label={m('wallets.name')}
        value={form.name}
        onChange={typed('name', form.setName)}
        error={errorOf('name')}
        maxLength={WALLET_NAME_LENGTH}
      />
      <TextField
        label={m('wallets.address')}
        value={form.address}
        onChange={typed('address', form.setAddress)}
        error={errorOf('address')}
        maxLength={WALLET_ADDRESS_LENGTH}
        isCode
        onBlur={() => void form.checkNow().catch(() => undefined)}
      />
      {alike && (
        <p role="alert" className="tone tone-warning border rounded-field px-4 py-3 text-sm break-words">
          {m('wallets.alike', { name: alike.addressName })}
          <span className="code block mt-1 text-xs">{groupOfFour(alike.walletAddress)}</span>
        </p>
      )}
      {form.isContract && network && (
        <Contract
          coin={network.currencyCode}
          isConfirmed={form.isConfirmed}
          error={errorOf('contract')}
          onChange={typed('contract', () => form.confirm(!form.isConfirmed))}
        />
      )}
      <p className="text-xs text-muted">{m('wallets.hold')}</p>
      <PinField
        isPresent
        label={m('payment.title')}
        value={form.pin}
        onChange={typed('pin', form.setPin)}
        error={errorOf('pin')}
      />
      {form.needsFactor && (
        <FactorField value={form.factor} onChange={typed('factor', form.setFactor)} error={errorOf('factor')} />
      )}
      <SteadyButton type="submit" className="btn-primary btn-block" off={form.busy} aria-busy={form.busy}>
        {m(wallet ? 'wallets.save' : 'wallets.add')}
      </SteadyButton>
    </form>
  )
}

interface ContractProps {
  coin: string
  isConfirmed: boolean
  error: string | undefined
  onChange: (text: string) => void
}

/** A contract may lock coins for good: the user has to confirm that it forwards them. */
function Contract({ coin, isConfirmed, error, onChange }: ContractProps) {
  return (
    <div role="alert" className="tone tone-warning border rounded-field px-4 py-3 text-sm grid gap-2">
      <p>{m('wallets.contract', { coin })}</p>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="accent-primary size-4 mt-0.5 shrink-0"
          checked={isConfirmed}
          aria-invalid={error !== undefined}
          aria-describedby="contract-error"
          onChange={() => onChange('')}
        />
        {m('wallets.contractConfirm', { coin })}
      </label>
      <p id="contract-error" className="text-xs text-error empty:hidden">
        {error}
      </p>
    </div>
  )
}

interface NetworkSelectProps {
  networks: FieldsProps['networks']
  value: string | undefined
  onChange: (key: string) => void
}

const NetworkSelect = ({ networks, value, onChange }: NetworkSelectProps) => (
  <LabelledField label={m('wallets.network')}>
    {(id) => (
      <select
        id={id}
        className="select w-full h-12"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {networks.map((one) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {one.currencyCode} · {one.chainName}
          </option>
        ))}
      </select>
    )}
  </LabelledField>
)
