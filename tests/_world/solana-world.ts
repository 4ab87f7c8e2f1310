import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getFreezeAccountInstruction,
  getMintEncoder,
  getMintToInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { solanaFacts } from '#service/chains/solana/facts.ts'
import { openSolanaFollower } from '#service/chains/solana/follower.ts'
import { openSolanaPayer } from '#service/chains/solana/payer.ts'
import { TOKEN_2022 } from '#service/chains/solana/programs.ts'
import { decode } from './solana-chain.ts'
import { startSolanaNode } from './solana-node.ts'

/** Wallets and tokens on a chain of Solana of this machine; `@solana/kit` and the programs' own libraries set them up. */

/** PKCS #8 around the 32 bytes of a private key of Ed25519 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const secretOf = (name: string) => createHash('sha256').update(name).digest()
export const SOL = 1_000_000_000n
export const TOKEN_2022_PROGRAM = TOKEN_2022 as Address
/** Percent that the token with a fee keeps of each transfer, in hundredths. */
const FEE_BASIS_POINTS = 100

/** The 64 bytes that wallets export. */
export async function keyOf(name: string): Promise<{ key: string; address: string; signer: KeyPairSigner }> {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(secretOf(name))
  const bytes = Buffer.concat([secretOf(name), base58.decode(signer.address)])
  return { key: base58.encode(bytes), address: signer.address, signer }
}

/** The address of a key that is thrown away. */
function walletOfNobody(number: number): string {
  const seed = createHash('sha256').update(`stranger ${number}`).digest()
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return base58.encode(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
}

/** An extension of Token-2022 that keeps a part of each transfer: number, length, and its settings twice. */
function feeExtension(): Uint8Array {
  const fee = Buffer.alloc(18)
  fee.writeBigUInt64LE(2n ** 60n, 8)
  fee.writeUInt16LE(FEE_BASIS_POINTS, 16)
  const head = Buffer.alloc(4)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(108, 2)
  return Buffer.concat([head, Buffer.alloc(72), fee, fee])
}

export type SolanaWorld = Awaited<ReturnType<typeof startSolanaWorld>>

/** Starts a node with tokens, a wallet that holds them and 10 SOL, and one that issues them. */
export async function startSolanaWorld() {
  const node = await startSolanaNode()
  const { chain } = node
  const [payer, issuer] = [await keyOf('payer'), await keyOf('issuer')]
  for (const { address } of [payer, issuer]) chain.setLamports(address, 10n * SOL)

  /** Executes instructions in a block of their own; the id. */
  async function act(signer: KeyPairSigner, instructions: readonly Instruction[]): Promise<string> {
    const lifetime = { blockhash: chain.tip().hash as Blockhash, lastValidBlockHeight: chain.tip().height + 150n }
    const message = appendTransactionMessageInstructions(
      instructions,
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime,
        setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version: 0 })),
      ),
    )
    const one = decode(getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message)))
    chain.take(one)
    chain.mine(1)
    if (!chain.blockOf(one.id)) throw new Error('the chain does not take a transaction of the test')
    return one.id
  }

  /** A token that the issuer can mint and freeze. */
  async function createToken(name: string, { decimals, program, extension }: TokenParts): Promise<string> {
    const { address } = await keyOf(name)
    const { address: authority } = issuer.signer
    const mint = Uint8Array.from(
      getMintEncoder().encode({
        ...{ mintAuthority: authority, supply: 0n, decimals, isInitialized: true, freezeAuthority: authority },
      }),
    )
    const data = extension ? Buffer.concat([mint, Buffer.alloc(83), Buffer.from([1]), extension]) : mint
    chain.set({
      ...{ address: address as Address, data: Uint8Array.from(data), executable: false, programAddress: program },
      ...{
        lamports: chain.svm.minimumBalanceForRentExemption(BigInt(data.length)) as never,
        space: BigInt(data.length),
      },
    })
    return address
  }
  const programs = new Map<string, Address>()
  const programOf = (token: string): Address => programs.get(token) ?? TOKEN_PROGRAM_ADDRESS

  const createAccount = (owner: string, token: string) =>
    getCreateAssociatedTokenIdempotentInstructionAsync({
      ...{ payer: issuer.signer, owner: owner as Address, mint: token as Address, tokenProgram: programOf(token) },
    })
  async function accountOf(owner: string, token: string): Promise<Address> {
    const [found] = await findAssociatedTokenPda({
      ...{ owner: owner as Address, mint: token as Address, tokenProgram: programOf(token) },
    })
    return found
  }
  async function mint(owner: string, amount: bigint, token: string): Promise<void> {
    await act(issuer.signer, [
      await createAccount(owner, token),
      getMintToInstruction(
        { mint: token as Address, token: await accountOf(owner, token), mintAuthority: issuer.signer, amount },
        { programAddress: programOf(token) },
      ),
    ])
  }

  const usdt = await createToken('usdt', { decimals: 6, program: TOKEN_PROGRAM_ADDRESS })
  const grass = await createToken('grass', { decimals: 9, program: TOKEN_PROGRAM_ADDRESS })
  const other = await createToken('other', { decimals: 6, program: TOKEN_PROGRAM_ADDRESS })
  const strange = await createToken('strange', { decimals: 2, program: TOKEN_PROGRAM_ADDRESS })
  const modern = await createToken('modern', { decimals: 9, program: TOKEN_2022_PROGRAM })
  const taxed = await createToken('taxed', { decimals: 9, program: TOKEN_2022_PROGRAM, extension: feeExtension() })
  for (const one of [modern, taxed]) programs.set(one, TOKEN_2022_PROGRAM)
  for (const one of [usdt, grass, other, strange, modern, taxed]) {
    await mint(issuer.address, 10n ** 18n, one)
    await mint(payer.address, 2_000_000n * 10n ** 9n, one)
  }
  chain.mine(40)

  const facts = solanaFacts({
    chainId: chain.genesisHash,
    tokens: [
      { coin: 'GRASS', contract: grass },
      { coin: 'USDT', contract: usdt },
    ],
    otherTokens: [other],
  })
  const settings = { url: node.url, facts, apiKey: 'a-key-of-a-provider' }
  const pauses: number[] = []
  // A busy machine may take longer than a node in service is given.
  const options = { pause: async (ms: number) => void pauses.push(ms), timeoutMs: 60_000 }
  let strangers = 0

  const freezing = async (owner: string, token: string) => ({
    account: await accountOf(owner, token),
    mint: token as Address,
    owner: issuer.signer,
  })

  return {
    node,
    chain,
    facts,
    settings,
    options,
    /** Pauses that were made because a node limits requests. */
    pauses,
    payerKey: payer.key,
    wallet: payer.address,
    issuer,
    usdt,
    grass,
    otherToken: other,
    strangeToken: strange,
    /** Tokens of Token-2022: a plain one, and one that keeps a hundredth of each transfer. */
    modern,
    taxed,
    act,
    mint,
    accountOf,
    createAccount: async (owner: string, token: string) => act(issuer.signer, [await createAccount(owner, token)]),
    walletOfNobody,
    /** A fresh wallet that holds nothing. */
    stranger(): string {
      strangers += 1
      return walletOfNobody(1_000 + strangers)
    },
    /** Sends from the issuer, in a block that two thirds have voted for. */
    async transfer(to: string, amount: bigint, token: string = usdt): Promise<string> {
      const decimals = Number(chain.read(token).exists && (chain.read(token) as { data: Uint8Array }).data[44])
      const id = await act(issuer.signer, [
        await createAccount(to, token),
        getTransferCheckedInstruction(
          {
            ...{ source: await accountOf(issuer.address, token), mint: token as Address, authority: issuer.signer },
            ...{ destination: await accountOf(to, token), amount, decimals },
          },
          { programAddress: programOf(token) },
        ),
      ])
      chain.mine(1)
      return id
    },
    async freeze(owner: string, token: string = usdt): Promise<void> {
      await act(issuer.signer, [
        await createAccount(owner, token),
        getFreezeAccountInstruction(await freezing(owner, token)),
      ])
    },
    async thaw(owner: string, token: string = usdt): Promise<void> {
      await act(issuer.signer, [getThawAccountInstruction(await freezing(owner, token))])
    },
    /** Gives the token account of a wallet to somebody else, as its owner may. */
    async handOver(owner: string, newOwner: string, token: string): Promise<void> {
      const account = chain.read(await accountOf(owner, token))
      if (!account.exists) throw new Error('there is no token account to hand over')
      const data = Uint8Array.from(account.data)
      data.set(base58.decode(newOwner), 32)
      chain.set({ ...account, data })
    },
    async balanceOf(owner: string, token: string = usdt): Promise<bigint> {
      const account = chain.read(await accountOf(owner, token))
      if (!account.exists) return 0n
      return new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(64, true)
    },
    lamportsOf: (owner: string): bigint => {
      const account = chain.read(owner)
      return account.exists ? account.lamports : 0n
    },
    payer: () => openSolanaPayer(settings, payer.key, options),
    follower: () => openSolanaFollower(settings, options),
    mine: chain.mine,
    /** Blocks until all that was sent before is final. */
    finalize: () => chain.mine(32),
    /** Blocks until what was signed before can be in no later one, and everything until then is final. */
    expire: () => chain.mine(150 + 31 + 1),
    behave: node.behave,
    stop: node.stop,
  }
}

interface TokenParts {
  decimals: number
  program: Address
  extension?: Uint8Array
}
