import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { tokenHash } from '#db/sessions.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { NoticeChoices } from './contract.ts'
import { MOST_OPEN, type NoticeApp, type NoticeMoment, type NoticeSettings, freeScene, noticeMoments } from './rules.ts'
import { newReserved, noticeSettings } from './service.ts'
import { countOpen, findAsked, insertAsked, insertGiven, saveAnswer, usedScenes } from './store.ts'

/** The time in which a person answers the question of the official account. */
export const ASKED_MS = 30 * 60_000

type Asking = { db: Db; integrations: Parts['integrations'] }
/** Returns the apps that can bring a notice for this `moment`. */
const appsFor = (
  settings: NoticeSettings,
  { miniProgram }: Pick<Parts['integrations'], 'miniProgram'>,
  moment: NoticeMoment,
): NoticeApp[] => [
  ...(settings.mini[moment] && miniProgram ? (['mini'] as const) : []),
  ...(settings.account === null ? [] : (['account'] as const)),
]

export const noticeChoicesOf = async (
  { db, integrations }: Asking,
  { raceid, uid }: { raceid: number; uid: number },
): Promise<NoticeChoices> => {
  const settings = await noticeSettings({ db, integrations })
  const counts = await countOpen(db, raceid, uid)
  const items = noticeMoments
    .filter((moment) => appsFor(settings, integrations, moment).length > 0)
    .map((moment) => ({
      moment,
      open: counts.filter((one) => one.moment === moment).reduce((sum, { n }) => sum + n, 0),
      template: (integrations.miniProgram && settings.mini[moment]?.template) ?? null,
    }))
  return { items, account: settings.account !== null, sandbox: integrations.messagingApp.sandbox }
}

type Consent = { raceid: number; uid: number; moment: NoticeMoment; lang: Lang; now: Date }
const openOf = async (on: Db | Tx, { raceid, uid }: Consent, app: NoticeApp) =>
  new Map(
    (await countOpen(on, raceid, uid)).filter((one) => one.app === app).map(({ moment, n }) => [moment, n] as const),
  )

/** Stores a question of the official account, and returns the address at which a person answers the question. */
export const beginConsent = async (
  { db, integrations, origin }: Asking & Pick<Parts, 'origin'>,
  consent: Consent,
  back: string,
): Promise<{ url: string } | 'wechat_notice_off' | 'wechat_notice_enough'> => {
  const { account: template } = await noticeSettings({ db, integrations })
  if (template === null) return 'wechat_notice_off'
  const reserved = newReserved()
  const scene = await db.transaction().execute(async (tx) => {
    const open = (await openOf(tx, consent, 'account')).get(consent.moment) ?? 0
    if (open >= MOST_OPEN) return undefined
    // A one-time message needs a scene of its own, because consents to the same scene do not add up.
    const free = freeScene(await usedScenes(tx, consent.uid), consent.now.getTime() % 10_000)
    const { raceid, uid, moment, lang, now } = consent
    await insertAsked(tx, {
      raceid,
      uid,
      app: 'account',
      moment,
      template,
      scene: free,
      lang,
      asked_at: now,
      token_hash: tokenHash(reserved),
    })
    return free
  })
  if (scene === undefined) return 'wechat_notice_enough'
  const returnUrl = `${origin}/wechatnotices/back?${new URLSearchParams({ to: back })}`
  return { url: integrations.messagingApp.consentUrl({ template, scene, returnUrl, reserved }) }
}

type Answered = {
  openid: string | null
  template: string | null
  action: string | null
  scene: string | null
  reserved: string | null
}
/**
 * Takes the answer of a person who comes back from the question. Returns true if the person has agreed. An invented
 * openid has no effect, because WeChat sends a message only to a person who has agreed to it.
 */
export const takeAnswer = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  { openid, template, action, scene, reserved }: Answered,
  now: Date,
): Promise<boolean> => {
  if (!reserved || !/^[0-9a-f]{48}$/.test(reserved)) return false
  const asked = await findAsked(db, tokenHash(reserved), new Date(now.getTime() - ASKED_MS))
  if (!asked || action !== 'confirm' || !openid || !/^[\w-]{1,128}$/.test(openid)) return false
  if (asked.template !== template || String(asked.scene) !== scene) return false
  await seal.prepare('accounts')
  return db
    .transaction()
    .execute((tx) => saveAnswer(tx, asked, seal.seal('accounts', 'wechat notice openid', openid), now))
}

/**
 * Stores the consents that a person gave in the mini-program. The function ignores a template that is not ours, and a
 * consent beyond `MOST_OPEN`.
 */
export const keepGiven = async (
  { db, seal, integrations }: Asking & Pick<Parts, 'seal'>,
  consent: Omit<Consent, 'moment'>,
  { openid, templates }: { openid: string; templates: readonly string[] },
): Promise<void> => {
  const { mini } = await noticeSettings({ db, integrations })
  const { raceid, uid, lang, now } = consent
  await seal.prepare('accounts')
  await db.transaction().execute(async (tx) => {
    const open = await openOf(tx, { ...consent, moment: 'payment' }, 'mini')
    const rows = noticeMoments.flatMap((moment) => {
      const template = mini[moment]?.template
      if (template === undefined || !templates.includes(template) || (open.get(moment) ?? 0) >= MOST_OPEN) return []
      const sealed = seal.seal('accounts', 'wechat notice openid', openid)
      return [{ raceid, uid, app: 'mini' as const, moment, template, scene: 0, lang, asked_at: now, openid: sealed }]
    })
    await insertGiven(tx, rows)
  })
}
