import type { Db } from '#db/db.ts'
import { type IntegrationFailure, listFailures } from '#db/errors/failures.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { ChannelState } from './contract.ts'

type Integrations = Parts['integrations']

/** The failed calls that belong to each channel, by their purpose (db/errors/failures.ts). */
const callsOf: Readonly<Record<string, readonly string[]>> = {
  payment: ['payer_id'],
  sms: ['sms_receipt', 'codes_budget'],
  mail: ['mail'],
  bounces: ['mail_returned'],
  messagingapp: ['app_person', 'account_code', 'page_ticket'],
  miniprogram: ['mini_code', 'mini_mobile'],
  wechatnotices: ['wechat_notice'],
  timing: ['timing_firm'],
  recognition: ['bibs_read'],
  faces: ['desk_faces', 'faces'],
  moderation: ['moderation'],
  realnames: ['real_names'],
}

const statesOf = (integrations: Integrations): Readonly<Record<string, ChannelState['state']>> => {
  const by = (sandbox: boolean | undefined) => (sandbox === undefined ? 'off' : sandbox ? 'sandbox' : 'real')
  const { mail, gateways, miniProgram } = integrations
  const payments = Object.values(gateways).filter((one) => one !== undefined)
  return {
    payment: payments.length === 0 ? 'off' : by(payments.every((one) => one.sandbox)),
    sms: by(integrations.sms.sandbox),
    mail: by(mail.sandbox),
    bounces: mail.returned || mail.webhookSecret ? by(mail.sandbox) : 'off',
    messagingapp: by(integrations.messagingApp.sandbox),
    miniprogram: by(miniProgram?.sandbox),
    wechatnotices: by(integrations.messagingApp.sandbox),
    files: 'real',
    beacon: by(integrations.beacon.sandbox),
    timing: by(integrations.timingFirm.sandbox),
    recognition: integrations.recognition ? 'real' : 'off',
    faces: by(integrations.faces?.sandbox),
    moderation: integrations.moderation ? 'real' : 'off',
    realnames: integrations.realNames ? 'real' : 'off',
  }
}

const healthOf = (name: string, failures: readonly IntegrationFailure[]) => {
  const own = failures.filter(({ what }) => callsOf[name]?.includes(what))
  return { failed: own.reduce((sum, { failed }) => sum + failed, 0), said: own[0]?.said ?? null }
}

/** Lists the channels, with the service or sandbox that each channel uses and its failures since yesterday. */
export const channelStates = async (db: Db, integrations: Integrations, now: Date): Promise<ChannelState[]> => {
  const failures = await listFailures(db, new Date(now.getTime() - 86_400_000))
  return Object.entries(statesOf(integrations)).map(([name, state]) => ({
    name,
    state,
    ...healthOf(name, failures),
    test: name === 'mail' || name === 'files',
  }))
}

const PROBE = 'probe/startline.txt'
/** Tests a channel with its credentials. Returns the reason if the test fails, otherwise undefined. */
export const testChannel = async (
  { mail, files }: Integrations,
  name: 'mail' | 'files',
): Promise<string | undefined> => {
  try {
    if (name === 'mail') await mail.test()
    else {
      const bytes = Buffer.from('probe')
      await files.write(PROBE, bytes)
      const read = await files.read(PROBE)
      await files.remove(PROBE)
      if (!read?.equals(bytes)) return 'the file differs'
    }
    return undefined
  } catch (error) {
    // An error of the file storage may hold an address or a key in its message, so staff see only its code. The mail
    // client puts only codes into the message of its error.
    return name === 'mail' ? (error as Error).message : ((error as { code?: string }).code ?? 'no answer')
  }
}
