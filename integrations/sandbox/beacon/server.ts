import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { type Chain, curve, messageOf, timeOfRound } from '../../beacon/client.ts'
import { serveOnLoopback } from '../loopback.ts'
import { sandboxKeys } from '../wechatpay/keys.ts'

export type SandboxBeacon = {
  base: string
  chain: Chain
  weather: { down: boolean; lies: boolean }
  close: () => Promise<void>
}

type Round = { round: number; randomness: string; signature: string }

/**
 * Returns the sandbox's public key, and the function that signs rounds. If `lies` is true, the returned function signs
 * the message of another round.
 */
const signerIn = async (folder: string) => {
  const { signatures, domain } = await curve()
  const seed = createHash('sha512')
    .update(`pretend beacon ${sandboxKeys(folder).apiV3Key}`)
    .digest()
    .subarray(0, 48)
  const { secretKey } = signatures.keygen(seed)
  return {
    publicKey: signatures.getPublicKey(secretKey).toHex(),
    made: (round: number, lies: boolean): Round => {
      const message = signatures.hash(messageOf(lies ? round + 1 : round), domain)
      const signature = Buffer.from(signatures.Signature.toBytes(signatures.sign(message, secretKey)))
      return {
        round,
        randomness: createHash('sha256').update(signature).digest('hex'),
        signature: signature.toString('hex'),
      }
    },
  }
}

const answering =
  (
    chain: Chain,
    weather: SandboxBeacon['weather'],
    clock: () => Date,
    made: (round: number, lies: boolean) => Round,
  ): RequestListener =>
  (request, response) => {
    const answer = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (weather.down) return void request.socket.destroy()
    const found = /^\/([0-9a-f]{64})\/(info|public\/(\d{1,12}))$/.exec(request.url ?? '')
    if (found?.[1] !== chain.hash) return answer(404, { error: 'unknown chain' })
    if (found[2] === 'info')
      return answer(200, {
        public_key: chain.publicKey,
        period: chain.period,
        genesis_time: chain.genesis,
        hash: chain.hash,
        schemeID: 'bls-unchained-g1-rfc9380',
      })
    const round = Number(found[3])
    if (round < 1 || timeOfRound(chain, round) > clock()) return answer(425, { error: 'too early' })
    answer(200, made(round, weather.lies))
  }

/**
 * Starts a beacon of our own on loopback, with one signer instead of many. The beacon derives its key from a stored key
 * of the sandbox WeChat Pay, so the key survives a restart.
 */
export const startSandboxBeacon = async ({
  folder,
  clock,
}: {
  folder: string
  clock: () => Date
}): Promise<SandboxBeacon> => {
  const { publicKey, made } = await signerIn(folder)
  const chain: Chain = {
    hash: createHash('sha256').update(publicKey).digest('hex'),
    publicKey,
    genesis: Date.UTC(2026, 0, 1) / 1000,
    period: 3,
  }
  const weather = { down: false, lies: false }
  return { ...(await serveOnLoopback(answering(chain, weather, clock, made))), chain, weather }
}
