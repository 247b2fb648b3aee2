import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleAnnouncementsTemplates,
  consoleAnnouncementsTemplatesRemove,
  consoleAnnouncementsTemplatesSave,
} from './contract.ts'
import { listTemplates, removeTemplate, saveTemplate } from './store.ts'
import { wrongVariable } from './variables.rules.ts'
import { refusals } from './words.ts'

/** The most texts that a race keeps. */
const MOST = 100

export const routes = [
  handle(consoleAnnouncementsTemplates, async ({ input, db }) => ({ items: await listTemplates(db, input.raceid) })),
  handle(consoleAnnouncementsTemplatesSave, async ({ input, who, now, say, refuse, save }) => {
    const { raceid, name, title, body } = input
    const wrongOne = wrongVariable(title, body)
    if (wrongOne)
      return refuse('variable_unknown', {
        fields: { [wrongOne.field]: say(refusals.variable_unknown.message, { word: wrongOne.word }) },
      })
    return save(async (tx) => {
      const kept = await listTemplates(tx, raceid)
      if (kept.length >= MOST && !kept.some((one) => one.name === name)) return refuse('templates_full')
      const id = await saveTemplate(tx, { raceid, name, title, body, updated_at: now })
      await logChange(tx, { who, now, raceid, what: 'announcement template saved', target: `template ${name}` })
      return { id }
    })
  }),
  handle(consoleAnnouncementsTemplatesRemove, async ({ input: { raceid, id }, who, now, refuse, save }) =>
    save(async (tx) => {
      const name = (await removeTemplate(tx, raceid, id)) ?? refuse('announcement_not_found')
      await logChange(tx, { who, now, raceid, what: 'announcement template removed', target: `template ${name}` })
      return {}
    }),
  ),
]
