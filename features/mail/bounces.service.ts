import { countFailure } from '#db/errors/failures.ts'
import { MailDown, type Bounce } from '#integrations/mail/client.ts'
import { bounceIn } from '#integrations/mail/bounces.ts'
import type { Parts } from '#seam/server/handle.ts'
import { stopAddress } from './address.store.ts'
import { addressIndex } from './service.ts'
import { noteBounce } from './store.ts'

type Working = Pick<Parts, 'db' | 'seal' | 'integrations'> & { now: Date }

/**
 * Records a bounce in the row of its mail, and returns false if the server finds no such mail. With `byAddress` the
 * server may also find the mail by its reader's address. The caller sets `byAddress` only for reports that the provider
 * has signed. Anybody can write to the mailbox for bounces, so a report there counts only with the secret Message-ID of
 * a mail of ours.
 */
export const noteReport = async (
  { db, seal, now }: Omit<Working, 'integrations'>,
  { kind, messageId, to, code }: Bounce,
  byAddress: boolean,
): Promise<boolean> => {
  await seal.prepare('accounts')
  const id = /^([0-9a-f]{32})@/.exec(messageId ?? '')?.[1]
  return db.transaction().execute(async (tx) => {
    const found =
      (id && (await noteBounce(tx, { message_id: id }, { kind, code }, now))) ||
      (byAddress && to ? await noteBounce(tx, { address_ix: addressIndex(seal, to) }, { kind, code }, now) : undefined)
    if (!found) return false
    if (kind !== 'soft') await stopAddress(tx, found, { kind, code }, now)
    return true
  })
}

/**
 * Reads the new mails of the mailbox for bounces, and marks each as read. The server ignores a mail that is not a
 * report.
 */
export const takeReturned = async (working: Working): Promise<void> => {
  const { db, integrations, now } = working
  if (!integrations.mail.returned) return
  try {
    await integrations.mail.returned(async ({ raw, done }) => {
      const bounce = await bounceIn(raw)
      if (bounce) await noteReport(working, bounce, false)
      await done()
    })
  } catch (error) {
    if (!(error instanceof MailDown)) throw error
    await countFailure(db, 'mail_returned', now, error.message)
  }
}
