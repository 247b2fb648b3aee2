import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Chain, curve, messageOf, timeOfRound } from './beacon.ts'
import { pretendKeys } from './pretendkeys.ts'

export type PretendBeacon = {
  base: string
  chain: Chain
  weather: { down: boolean; lies: boolean }
  close: () => Promise<void>
}

/** A beacon of our own on loopback: one signer instead of many, drand's API and arithmetic. Its key is kept with the pretend world's others. */
export const startPretendBeacon = async ({
  folder,
  clock,
}: {
  folder: string
  clock: () => Date
}): Promise<PretendBeacon> => {
  const { signatures, domain } = await curve()
  const { secretKey } = signatures.keygen(
    createHash('sha512')
      .update(`pretend beacon ${pretendKeys(folder).apiV3Key}`)
      .digest()
      .subarray(0, 48),
  )
  const publicKey = signatures.getPublicKey(secretKey).toHex()
  const chain: Chain = {
    hash: createHash('sha256').update(publicKey).digest('hex'),
    publicKey,
    genesis: Date.UTC(2026, 0, 1) / 1000,
    period: 3,
  }
  const weather = { down: false, lies: false }
  const made = (round: number) => {
    const signature = Buffer.from(
      signatures.Signature.toBytes(
        signatures.sign(signatures.hash(messageOf(weather.lies ? round + 1 : round), domain), secretKey),
      ),
    )
    return {
      round,
      randomness: createHash('sha256').update(signature).digest('hex'),
      signature: signature.toString('hex'),
    }
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (weather.down) return void request.socket.destroy()
    const found = /^\/([0-9a-f]{64})\/(info|public\/(\d{1,12}))$/.exec(request.url ?? '')
    if (found?.[1] !== chain.hash) return void answer(404, { error: 'unknown chain' })
    if (found[2] === 'info')
      return void answer(200, {
        public_key: chain.publicKey,
        period: chain.period,
        genesis_time: chain.genesis,
        hash: chain.hash,
        schemeID: 'bls-unchained-g1-rfc9380',
      })
    const round = Number(found[3])
    if (round < 1 || timeOfRound(chain, round) > clock()) return void answer(425, { error: 'too early' })
    answer(200, made(round))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain,
    weather,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
