import { OperatorError } from '#db/operatorError.ts'
import type { SandboxName } from './kinds.ts'

type Address = { name: string; address: string | undefined; sandbox?: SandboxName }

type Service = { url: string | undefined } | undefined
/** The part of the configuration that names addresses. */
type ConfiguredAddresses = {
  production: boolean
  sandbox: readonly SandboxName[]
  alipay: { address: string | undefined } | undefined
  timingFirm: { base: string } | undefined
  beaconUrls: readonly string[] | undefined
  recognition: { url: string; faces: string | undefined } | undefined
  moderation: Service
  realNames: Service
  faces: Service | 'sandbox'
}

/**
 * Returns the addresses to which the server sends money, personal data or a key of ours. `sandbox` names the stand-in.
 */
const addressesOf = ({ alipay, beaconUrls, timingFirm, ...others }: ConfiguredAddresses): Address[] => [
  { name: 'ALIPAY_ADDRESS', address: alipay?.address, sandbox: 'payment' },
  { name: 'TIMING_FIRM_URL', address: timingFirm?.base, sandbox: 'timing' },
  ...(beaconUrls ?? []).map((address) => ({ name: 'BEACON_URLS', address, sandbox: 'beacon' as const })),
  { name: 'RECOGNITION_URL', address: others.recognition?.url },
  { name: 'RECOGNITION_FACES_URL', address: others.recognition?.faces },
  { name: 'MODERATION_URL', address: others.moderation?.url },
  { name: 'REALNAMES_URL', address: others.realNames?.url },
  { name: 'FACE_URL', address: others.faces === 'sandbox' ? undefined : others.faces?.url },
]
const onThisMachine = (address: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname)

/**
 * Refuses, in production, an address that others can read on the way. A program on this machine may be reached over
 * http. A payment gateway, a timing firm or a beacon on this machine is a stand-in, which STARTLINE_SANDBOX must name.
 */
export const refusePlainAddresses = (config: ConfiguredAddresses): void => {
  if (!config.production) return
  for (const { name, address, sandbox } of addressesOf(config)) {
    if (address === undefined || address.startsWith('https://')) continue
    if (!onThisMachine(address)) throw new OperatorError(`${name} begins with https:// in production.`)
    if (sandbox !== undefined && !config.sandbox.includes(sandbox))
      throw new OperatorError(
        `${name} names this machine, so a stand-in would answer there. In production it begins with https://, or ` +
          `STARTLINE_SANDBOX names ${sandbox}.`,
      )
  }
}
