import { randomBytes } from 'node:crypto'
import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { countFailure } from '#db/errors/failures.ts'
import { MessagingAppDown } from '#integrations/wechat/api.ts'
import { NoticeRefused } from '#integrations/wechat/notices.ts'
import { SANDBOX_ONE_TIME, sandboxTemplates } from '#integrations/sandbox/wechat/notices.ts'
import type { Parts } from '#seam/server/handle.ts'
import { filledTemplate, oneTimeOf } from './filling.rules.ts'
import {
  type NoticeApp,
  type NoticeContent,
  type NoticeMoment,
  type NoticeSettings,
  type NoticeValue,
  noSettings,
  noticeMoments,
  vendorLang,
} from './rules.ts'
import {
  type Claimed,
  accountsWaiting,
  claimConsent,
  findNoticeSettings,
  listHolding,
  racesWaiting,
  settleConsent,
} from './store.ts'

/** The name under which the server counts failed calls for notices. */
export const NOTICE_CALL = 'wechat_notice'

/** The values for the keywords of the sandbox's own templates. */
const sandboxFields: Readonly<Record<NoticeMoment, Readonly<Record<string, NoticeValue>>>> = {
  payment: { thing1: 'race', time2: 'when', thing3: 'text' },
  draw: { thing1: 'race', thing2: 'title', thing3: 'text' },
  pickup: { thing1: 'race', time2: 'when', thing3: 'place' },
  start: { thing1: 'race', time2: 'when', thing3: 'event' },
  result: { thing1: 'race', thing2: 'event', thing3: 'text' },
}
const sandboxSettings: NoticeSettings = {
  account: SANDBOX_ONE_TIME,
  mini: Object.fromEntries(
    noticeMoments.map((moment) => [moment, { template: sandboxTemplates[moment].id, fields: sandboxFields[moment] }]),
  ),
}

type Reading = { db: Db | Tx; integrations: Pick<Parts['integrations'], 'messagingApp' | 'miniProgram'> }
/** Returns the saved templates, or else the sandbox's own templates if the messaging app is a sandbox. */
export const noticeSettings = async ({
  db,
  integrations,
}: Reading): Promise<NoticeSettings & { usual: boolean; updated_at: Date | null }> => {
  const row = await findNoticeSettings(db)
  if (row) return { ...noSettings, ...row.settings, usual: false, updated_at: row.updated_at }
  const { sandbox } = integrations.messagingApp
  return { ...(sandbox ? sandboxSettings : noSettings), usual: sandbox, updated_at: null }
}

type Working = Pick<Parts, 'db' | 'seal' | 'integrations' | 'origin'> & { now: Date }
type Notice = {
  raceid: number
  uid: number
  moment: NoticeMoment
  lang: Lang
  /** The page that a tap on the notice opens. */
  path: string
  content: NoticeContent
}

const handOver = async (
  { integrations, origin }: Working,
  settings: NoticeSettings,
  { app, template, scene }: Claimed,
  openid: string,
  { moment, lang, path, content }: Notice,
): Promise<'sent' | 'unfit'> => {
  if (app === 'account') {
    const { title, text } = oneTimeOf(content)
    await integrations.messagingApp.sendNotice({ openid, template, scene, title, text, url: origin + path })
    return 'sent'
  }
  const set = settings.mini[moment]
  // Staff have replaced or removed the template of this consent, so the consent is of no use now.
  if (set?.template !== template) return 'unfit'
  const data = filledTemplate(set, content)
  if (!data || !integrations.miniProgram) return 'unfit'
  const page = `pages/webview/webview?${new URLSearchParams({ link: path })}`
  await integrations.miniProgram.sendNotice({ openid, template, data, page, lang: vendorLang(lang) })
  return 'sent'
}

/**
 * Sends a notice through WeChat, if the runner has an open consent for this `moment` of this race. Returns the app that
 * took the notice. Returns undefined if no app took it; the caller then sends a text message.
 */
export const sendByWechat = async (working: Working, notice: Notice): Promise<NoticeApp | undefined> => {
  const { db, seal, now } = working
  const { raceid, uid, moment } = notice
  let apps: NoticeApp[] = ['mini', 'account']
  const settings = await noticeSettings(working)
  for (;;) {
    const consent = apps.length === 0 ? undefined : await claimConsent(db, { raceid, uid, moment, apps }, now)
    if (!consent) return undefined
    const settle = (state: 'open' | 'used' | 'refused', failure: string | null) =>
      settleConsent(db, consent, { state, failure }, now)
    const givenUp = () => (apps = apps.filter((app) => app !== consent.app))
    try {
      const openid = seal.open('accounts', 'wechat notice openid', consent.openid)
      const outcome = await handOver(working, settings, consent, openid, notice)
      if (outcome === 'sent') {
        await settle('used', null)
        return consent.app
      }
      await settle('open', 'unfit')
      givenUp()
    } catch (error) {
      if (error instanceof NoticeRefused) {
        const ends = error.fault === 'consent' || error.fault === 'person'
        await settle(ends ? 'refused' : 'open', String(error.errcode))
        if (ends) continue
        // A wrong template or a limit of calls affects every other consent of this app too.
        await countFailure(db, NOTICE_CALL, now, error.message)
        givenUp()
        continue
      }
      await settle('open', 'no_answer')
      if (!(error instanceof MessagingAppDown)) throw error
      await countFailure(db, NOTICE_CALL, now, error.message)
      givenUp()
    }
  }
}

/**
 * Returns a set with the text `raceid uid moment` of each given reader who has allowed a notice. The set may also hold
 * other combinations of the given races, accounts and moments.
 */
export const reachedByWechat = async (
  on: Db | Tx,
  readers: readonly { raceid: number; uid: number; moment: NoticeMoment }[],
): Promise<Set<string>> => {
  if (readers.length === 0) return new Set()
  const each = <Value>(of: (one: (typeof readers)[number]) => Value) => [...new Set(readers.map(of))]
  const rows = await listHolding(on, {
    raceids: each(({ raceid }) => raceid),
    uids: each(({ uid }) => uid),
    moments: each(({ moment }) => moment),
  })
  return new Set(rows.map(({ raceid, uid, moment }) => `${raceid} ${uid} ${moment}`))
}

export const noticeRaces = (db: Db, moment: NoticeMoment): Promise<number[]> => racesWaiting(db, moment)
export const noticeReaders = (
  db: Db,
  raceid: number,
  moment: NoticeMoment,
  page: { after: number; limit: number },
): Promise<number[]> => accountsWaiting(db, raceid, moment, page)

/** Makes the token with which a person comes back from the question: letters and digits, as the vendor wants it. */
export const newReserved = (): string => randomBytes(24).toString('hex')
