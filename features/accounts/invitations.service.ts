import { randomUUID } from 'node:crypto'
import { sendMessage, takesCodes } from '#features/messages/service.ts'
import type { staffInvitation } from '#features/staff/service.ts'
import { countryOf, mobileOf } from './mobile.rules.ts'
import { maskMobile } from './rules.ts'

type Invitation = ReturnType<(typeof staffInvitation)['get']>

/** Sends the one-time link of a member of staff as a text message. The message ends with the link. */
export const invitation: Invitation = {
  mobileFor: async (parts, typed) => {
    const normal = mobileOf(typed)
    if (normal === undefined) return 'wrong'
    return (await takesCodes(parts, countryOf(normal))) ? { normal } : 'elsewhere'
  },
  send: (tx, { seal, mobile, by, link, lang, now, until }) =>
    sendMessage(tx, {
      seal,
      now,
      mobile,
      mask: maskMobile(mobile),
      lang,
      template: 'staff_invited',
      values: { by, link },
      key: `staff_invited ${randomUUID()}`,
      until,
    }),
}
