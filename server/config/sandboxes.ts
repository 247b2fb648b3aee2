import { OperatorError } from '#db/operatorError.ts'
import type { Config } from './config.ts'
import { type SandboxName, sandboxNames } from './kinds.ts'

/**
 * Returns the services that are sandboxes. In production, only services that STARTLINE_SANDBOX names may be sandboxes.
 */
const sandboxes = (config: Config): SandboxName[] => {
  const { wechatpay, alipay, paypal, cmb, sms, messagingapp, beaconUrls, timingFirm: firm } = config
  const missing: Readonly<Record<SandboxName, boolean>> = {
    payment: !wechatpay && !alipay && !paypal && !cmb,
    sms: !sms.aliyun && !sms.tencent,
    mail: !config.mail.smtp,
    messagingapp: !messagingapp,
    beacon: !beaconUrls,
    timing: !firm,
    // Without a face service the desks offer no face check, so the service needs no sandbox in its place.
    faces: config.faces === 'sandbox',
  }
  return sandboxNames.filter((name) => missing[name])
}
/** Throws OperatorError if a server would start in production with a sandbox that the operator has not named. */
export const refuseSilentSandboxes = (config: Config): void => {
  if (!config.production) return
  const silent = sandboxes(config).filter((name) => !config.sandbox.includes(name))
  if (silent.length === 0) return
  const allowed = [...config.sandbox, ...silent].join(',')
  throw new OperatorError(
    `In production a sandbox runs only if you name it. No real service is set for: ${silent.join(', ')}. ` +
      `Set it (.env.example), or name what may be a sandbox: STARTLINE_SANDBOX=${allowed}`,
  )
}
