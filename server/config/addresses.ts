import { OperatorError } from '#db/operatorError.ts'
import type { SandboxName } from './kinds.ts'

/**
 * An address with the name of its setting. `sandbox` names the sandbox that may answer at the address. `overHttp` is a
 * second setting. If it is on, the operator declares that nobody else can read the traffic to the address.
 */
type Address = {
  name: string
  address: string | undefined
  sandbox?: SandboxName
  overHttp?: { name: string; isOn: boolean }
}

type Service = { url: string | undefined } | undefined
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
  s3: { endpoint: string; overHttp: boolean } | undefined
}

/**
 * Returns the addresses that may begin with http:// and to which the server sends money, personal data or a key of
 * ours.
 */
const addressesOf = ({ alipay, beaconUrls, timingFirm, s3, ...others }: ConfiguredAddresses): Address[] => [
  { name: 'ALIPAY_ADDRESS', address: alipay?.address, sandbox: 'payment' },
  { name: 'TIMING_FIRM_URL', address: timingFirm?.base, sandbox: 'timing' },
  ...(beaconUrls ?? []).map((address) => ({ name: 'BEACON_URLS', address, sandbox: 'beacon' as const })),
  { name: 'RECOGNITION_URL', address: others.recognition?.url },
  { name: 'RECOGNITION_FACES_URL', address: others.recognition?.faces },
  { name: 'MODERATION_URL', address: others.moderation?.url },
  { name: 'REALNAMES_URL', address: others.realNames?.url },
  { name: 'FACE_URL', address: others.faces === 'sandbox' ? undefined : others.faces?.url },
  {
    name: 'S3_ENDPOINT',
    address: s3?.endpoint,
    overHttp: { name: 'S3_OVER_HTTP', isOn: s3?.overHttp ?? false },
  },
]
const onThisMachine = (address: string): boolean =>
  ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname)

/**
 * Refuses an address with http:// in production, because other people could read the traffic. It admits the address if
 * `overHttp` is on, or if the address is on this machine. A payment gateway, a timing firm or a beacon on this machine
 * counts as a sandbox, and STARTLINE_SANDBOX must name the sandbox.
 */
export const refusePlainAddresses = (config: ConfiguredAddresses): void => {
  if (!config.production) return
  for (const { name, address, sandbox, overHttp } of addressesOf(config)) {
    if (address === undefined || address.startsWith('https://') || overHttp?.isOn) continue
    if (!onThisMachine(address))
      throw new OperatorError(
        overHttp
          ? `${name} begins with https:// in production, or ${overHttp.name} is 1 where nobody else can read the network.`
          : `${name} begins with https:// in production.`,
      )
    if (sandbox !== undefined && !config.sandbox.includes(sandbox))
      throw new OperatorError(
        `${name} names this machine, so a stand-in would answer there. In production it begins with https://, or ` +
          `STARTLINE_SANDBOX names ${sandbox}.`,
      )
  }
}
