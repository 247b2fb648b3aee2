import { randomBytes, randomInt } from 'node:crypto'
import { isMailAddress, maskMailAddress } from '#contract/mailAddress.ts'
import { type Lang, fill } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTries } from '#db/limits/limits.ts'
import { mailEventIn } from '#integrations/mail/bounces.ts'
import { platformName } from '#features/platform/service.ts'
import { type Context, type RawRoute, handle, raw } from '#seam/server/handle.ts'
import { tokenHash } from '#db/sessions.ts'
import {
  findByLink,
  findStop,
  listAddresses,
  removeAddresses,
  saveAsked,
  saveNews,
  saveProved,
  tryCode,
} from './address.store.ts'
import { noteReport } from './bounces.service.ts'
import { routes as ofConsole } from './console.routes.ts'
import { type OwnMail, mailAsk, mailNews, mailProve, mailRemove, mailShow, mailStop } from './contract.ts'
import { proof } from './rules.ts'
import { addressIndex, sendMail } from './service.ts'
import { stopNews } from './stopping.service.ts'
import { mailTexts, refusals } from './words.ts'

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
/** The limits on proofs. The limits of an address protect its reader. Each account has limits too. */
const limits = {
  addressMinute: { kind: 'mail proofs of address in a minute', max: 1, seconds: MINUTE },
  addressDay: { kind: 'mail proofs of address in a day', max: 6, seconds: DAY },
  account: { kind: 'mail proofs of account', max: 10, seconds: DAY },
  accountHour: { kind: 'mail codes tried by account', max: 20, seconds: HOUR },
} satisfies Record<string, Limit>

const ownMail = async (on: Db | Tx, uid: number): Promise<OwnMail> => {
  const rows = await listAddresses(on, uid)
  const proved = rows.find(({ proved_at }) => proved_at !== null)
  const shown = rows.find(({ proved_at, code_hash }) => proved_at === null && code_hash !== null) ?? proved
  const stop = shown && (await findStop(on, shown.address_ix))
  return {
    mail: shown?.mask ?? null,
    state: !shown ? 'none' : shown === proved ? 'proved' : 'pending',
    proved: shown === proved ? null : (proved?.mask ?? null),
    stop: stop?.bounce ?? null,
    news: !stop?.unsubscribed_at,
  }
}

const writeProof = (name: string, code: string, token: string, lang: Lang) => ({
  subject: mailTexts.proof_subject[lang],
  paragraphs: [
    fill(mailTexts.proof_text[lang], { name, minutes: String(proof.minutes) }),
    mailTexts.proof_not_me[lang],
  ],
  code,
  action: { label: mailTexts.proof_action[lang], path: `/mail?prove=${token}` },
})

type Asking = Context<typeof mailAsk>
const askProof = async ({ db, seal, now, lang, who }: Asking, address: string): Promise<OwnMail> => {
  const uid = who.uid!
  const address_ix = addressIndex(seal, address)
  const code = String(randomInt(10 ** proof.digits)).padStart(proof.digits, '0')
  const token = randomBytes(24).toString('base64url')
  const code_until = new Date(now.getTime() + proof.minutes * 60_000)
  const name = await platformName(db, lang)
  return db.transaction().execute(async (tx) => {
    await saveAsked(tx, {
      uid,
      address_ix,
      address: seal.seal('accounts', 'mail address', address),
      mask: maskMailAddress(address),
      lang,
      code_hash: seal.blind('accounts', 'mail code', `${uid} ${code}`),
      link_hash: tokenHash(token),
      code_until,
      created_at: now,
    })
    await sendMail(
      tx,
      { seal, now },
      {
        to: address,
        uid,
        lang,
        title: mailTexts.proof_subject,
        content: writeProof(name, code, token, lang),
        key: `proof ${uid} ${token}`,
        until: code_until,
      },
    )
    return ownMail(tx, uid)
  })
}

type Proving = Context<typeof mailProve>
const proveByCode = async ({ db, seal, now, who, say, refuse }: Proving, code: string): Promise<{ mail: string }> => {
  const uid = who.uid ?? refuse(who.expired ? 'session_expired' : 'not_logged_in')
  const wait = await countTries(db, [[limits.accountHour, String(uid)]], now)
  if (wait > 0) refuse('too_often', { retry_after: wait })
  const atCode = (why: 'mail_code_wrong' | 'mail_code_spent') =>
    refuse(why, { fields: { code: say(refusals[why].message) } })
  // The try counts even if the code is wrong, so it has a transaction of its own.
  const row = (await db.transaction().execute((tx) => tryCode(tx, uid, proof.tries, now))) ?? atCode('mail_code_spent')
  if (!row.code_hash?.equals(seal.blind('accounts', 'mail code', `${uid} ${code}`))) return atCode('mail_code_wrong')
  const saved = await db.transaction().execute((tx) => saveProved(tx, uid, row.address_ix, now))
  return { mail: saved?.mask ?? atCode('mail_code_spent') }
}

/**
 * The calls of mail programs and of the provider. A mail program ends the news by one POST (RFC 8058). A GET ends
 * nothing and leads to the page that asks the reader.
 */
export const rawRoutes: RawRoute[] = [
  raw(
    'POST',
    '/mail/unsubscribe',
    "Ends an organiser's news to the address of one mail, for the reader's mail program (RFC 8058).",
    async ({ db, seal, clock }, request, reply) => {
      const { t } = request.query as { t?: unknown }
      const done = typeof t === 'string' && t.length < 600 && (await stopNews(db, seal, t, clock()))
      return reply
        .code(done ? 200 : 404)
        .type('text/plain; charset=utf-8')
        .send(done ? 'ok' : 'not found')
    },
  ),
  raw(
    'GET',
    '/mail/unsubscribe',
    'Leads a reader who opens the address in a browser to the page that asks before it ends the news.',
    async (_parts, request, reply) => {
      const { t } = request.query as { t?: unknown }
      return reply.redirect(`/mail?stop=${encodeURIComponent(typeof t === 'string' ? t.slice(0, 600) : '')}`, 302)
    },
  ),
  raw(
    'POST',
    '/mail/events',
    "Takes a bounce or a complaint from the provider of mail, signed by Standard Webhooks, in the form of Resend's events.",
    async ({ db, seal, integrations, clock }, request, reply) => {
      const { webhookSecret } = integrations.mail
      if (webhookSecret === undefined) return reply.code(404).send('not found')
      const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
      const bounce = mailEventIn(body, request.headers, webhookSecret)
      if (bounce === 'forged') return reply.code(401).send('signature')
      if (bounce) await noteReport({ db, seal, now: clock() }, bounce, true)
      return reply.code(200).send('ok')
    },
  ),
]
export const routes = [
  handle(mailShow, ({ db, who }) => ownMail(db, who.uid!)),
  handle(mailAsk, async (context) => {
    const { input, db, seal, now, who, refuse, refuseField } = context
    const address = input.mail
    if (!isMailAddress(address)) return refuseField('mail', wrong.email)
    await seal.prepare('accounts')
    const address_ix = addressIndex(seal, address)
    const known = (await listAddresses(db, who.uid!)).find((one) => one.proved_at && one.address_ix.equals(address_ix))
    if ((await findStop(db, address_ix))?.bounce) return refuse('mail_bounces')
    if (known) return ownMail(db, who.uid!)
    const wait = await countTries(
      db,
      [
        [limits.account, String(who.uid)],
        [limits.addressMinute, address_ix],
        [limits.addressDay, address_ix],
      ],
      now,
    )
    if (wait > 0) refuse('too_often', { retry_after: wait })
    return askProof(context, address)
  }),
  handle(mailProve, async (context) => {
    const { input, db, seal, now, refuse, refuseField } = context
    await seal.prepare('accounts')
    if (input.code !== undefined) return proveByCode(context, input.code)
    if (input.token === undefined) return refuseField('code', wrong.required)
    const row = (await findByLink(db, tokenHash(input.token), now)) ?? refuse('mail_link_spent')
    // A second press of the same link changes nothing.
    if (row.proved_at) return { mail: row.mask }
    const saved = await db.transaction().execute((tx) => saveProved(tx, row.uid, row.address_ix, now))
    return { mail: saved?.mask ?? refuse('mail_link_spent') }
  }),
  handle(mailRemove, ({ db, who }) =>
    db.transaction().execute(async (tx) => {
      await removeAddresses(tx, who.uid!)
      return ownMail(tx, who.uid!)
    }),
  ),
  handle(mailNews, ({ input, db, who, now }) =>
    db.transaction().execute(async (tx) => {
      const proved = (await listAddresses(tx, who.uid!)).find(({ proved_at }) => proved_at !== null)
      if (proved) await saveNews(tx, proved, input.on, now)
      return ownMail(tx, who.uid!)
    }),
  ),
  handle(mailStop, async ({ input, db, seal, now, refuse }) => ({
    mail: (await stopNews(db, seal, input.token, now)) ?? refuse('mail_link_spent'),
  })),
  ...ofConsole,
]
