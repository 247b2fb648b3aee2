import { listFailures } from '#db/errors/failures.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { logChange } from '#features/staff/service.ts'
import { MessagingAppDown } from '#integrations/wechat/api.ts'
import { NoticeRefused } from '#integrations/wechat/notices.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import {
  type TypedTemplates,
  consoleWechatnoticesSave,
  consoleWechatnoticesShow,
  consoleWechatnoticesTest,
} from './contract.ts'
import {
  type MiniTemplate,
  type NoticeMoment,
  type NoticeSettings,
  keywordsIn,
  fieldsText,
  isTemplateId,
  noticeMoments,
  templateFaults,
} from './rules.ts'
import { NOTICE_CALL, noticeSettings } from './service.ts'
import { countConsents, findNoticeSettings, saveNoticeSettings } from './store.ts'
import { consoleWords } from './words.ts'

const perStaff: Limit = { kind: 'tests of wechat notices', max: 30, seconds: 3600 }
const DAY_MS = 86_400_000

const typedOf = ({ account, mini }: NoticeSettings): TypedTemplates => {
  const of = (moment: NoticeMoment) => {
    const set = mini[moment]
    return { template: set?.template ?? '', fields: set ? fieldsText(set.fields) : '' }
  }
  return {
    account: account ?? '',
    payment: of('payment'),
    draw: of('draw'),
    pickup: of('pickup'),
    start: of('start'),
    result: of('result'),
  }
}

type Wrong = { field: string; why: 'template_wrong' | 'fields_wrong' }
/** Reads the typed templates, or finds the first field that is wrong. An empty id means that there is no template. */
const settingsIn = (typed: TypedTemplates): NoticeSettings | Wrong => {
  if (typed.account !== '' && !isTemplateId(typed.account)) return { field: 'account', why: 'template_wrong' }
  const mini: Partial<Record<NoticeMoment, MiniTemplate>> = {}
  for (const moment of noticeMoments) {
    const { template, fields } = typed[moment]
    if (template === '') continue
    if (!isTemplateId(template)) return { field: `${moment}.template`, why: 'template_wrong' }
    const read = keywordsIn(fields)
    if (!read) return { field: `${moment}.fields`, why: 'fields_wrong' }
    mini[moment] = { template, fields: read }
  }
  return { account: typed.account === '' ? null : typed.account, mini }
}

/** Runs a test. If the test fails, returns the reason in the words of the messaging app. */
const tried = async <Found>(run: () => Promise<Found>): Promise<{ found: Found } | { why: string }> => {
  try {
    return { found: await run() }
  } catch (error) {
    if (error instanceof MessagingAppDown || error instanceof NoticeRefused) return { why: error.message }
    throw error
  }
}
const testApps = async (db: Parts['db'], integrations: Parts['integrations']) => {
  const settings = await noticeSettings({ db, integrations })
  const { messagingApp, miniProgram } = integrations
  const account = await tried(() => messagingApp.accessToken())
  const tests = [
    { app: 'account' as const, ok: !('why' in account), why: 'why' in account ? account.why : null, faults: [] },
  ]
  if (!miniProgram) return tests
  const mini = await tried(() => miniProgram.noticeTemplates())
  const faults = 'found' in mini ? templateFaults(settings, mini.found) : []
  const shown = faults.map(({ keywords, ...fault }) => ({ ...fault, keywords: [...keywords] }))
  return [
    {
      app: 'mini' as const,
      ok: 'found' in mini && faults.length === 0,
      why: 'why' in mini ? mini.why : null,
      faults: shown,
    },
    ...tests,
  ]
}

export const consoleRoutes = [
  handle(consoleWechatnoticesShow, async ({ db, integrations, now }) => {
    const since = new Date(now.getTime() - DAY_MS)
    const [settings, counts, failures] = await Promise.all([
      noticeSettings({ db, integrations }),
      countConsents(db, since),
      listFailures(db, since),
    ])
    const own = failures.filter(({ what }) => what === NOTICE_CALL)
    const by = (sandbox: boolean | undefined): 'off' | 'sandbox' | 'real' =>
      sandbox === undefined ? 'off' : sandbox ? 'sandbox' : 'real'
    return {
      apps: [
        { app: 'mini' as const, state: by(integrations.miniProgram?.sandbox) },
        { app: 'account' as const, state: by(integrations.messagingApp.sandbox) },
      ],
      templates: typedOf(settings),
      usual: settings.usual,
      updated_at: settings.updated_at,
      counts,
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
      said: own[0]?.said ?? null,
    }
  }),
  handle(consoleWechatnoticesSave, async ({ input, who, now, refuse, refuseField, save }) => {
    const { updated_at, ...typed } = input
    const read = settingsIn(typed)
    if ('why' in read) return refuseField(read.field, consoleWords[read.why])
    const seen = updated_at ? new Date(updated_at) : null
    return save(async (tx) => {
      const before = (await findNoticeSettings(tx))?.settings
      if (!(await saveNoticeSettings(tx, read, seen, now))) return refuse('wechat_notice_changed')
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'wechat templates changed',
        target: 'wechat notices',
        before: before && typedOf(before),
        after: typedOf(read),
      })
      return { templates: typedOf(read), updated_at: now }
    })
  }),
  handle(consoleWechatnoticesTest, async ({ db, integrations, who, now, refuse }) => {
    if ((await countTry(db, perStaff, String(who.staffid), now)) > 0) refuse('too_often')
    return { tests: await testApps(db, integrations) }
  }),
]
