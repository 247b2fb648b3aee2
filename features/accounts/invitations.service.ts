import { randomUUID } from 'node:crypto'
import { isMailAddress } from '#contract/mailAddress.ts'
import { fill } from '#contract/words.ts'
import { isMailStopped, sendMail } from '#features/mail/service.ts'
import { sendMessage, takesCodes } from '#features/messages/service.ts'
import { titles } from '#features/messages/titles.words.ts'
import type { staffInvitation } from '#features/staff/service.ts'
import { countryOf, mobileOf } from './mobile.rules.ts'
import { maskMobile } from './rules.ts'
import { invitationMail } from './words.ts'

type Invitation = ReturnType<(typeof staffInvitation)['get']>

/** Sends the one-time link of a member of staff: as a text message that ends with the link, or as a mail with a button. */
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
  addressFor: async ({ db, seal }, typed) => {
    const address = typed.trim()
    if (!isMailAddress(address)) return 'wrong'
    return (await isMailStopped(db, seal, address)) ? 'stopped' : { address }
  },
  sendMail: (tx, { seal, address, by, link, lang, now, until }) =>
    sendMail(
      tx,
      { seal, now },
      {
        to: address,
        lang,
        title: titles.staff_invited,
        key: `staff_invited ${randomUUID()}`,
        until,
        content: {
          subject: invitationMail.subject[lang],
          paragraphs: [fill(invitationMail.text[lang], { by }), invitationMail.ignore[lang]],
          action: { label: invitationMail.action[lang], path: link },
        },
      },
    ),
}
