import type { PersonalCopy, Personal } from '#seam/server/personal.ts'
import {
  adoptMessages,
  countMessages,
  countedMessages,
  hasMessages,
  listHeldMessages,
  removeMessagesOf,
  removeOldMessages,
} from './personal.store.ts'
import { type Values, messageBodyOf } from './rules.ts'
import { type Template, templates } from './words.ts'

/** The days for which the server keeps a text message outside of all boxes. */
const CODE_DAYS = 30
const DAY = 24 * 3_600_000

/** Opens the messages as they were sent. A message whose template was removed shows the template's name. */
const openMessages = async ({ db, seal, lang }: PersonalCopy, uid: number) => {
  await seal.prepare('accounts')
  return (await listHeldMessages(db, uid)).map(({ template, content, created_at, raceid }) => {
    const values = JSON.parse(seal.open('accounts', 'message content', content) || '{}') as Values
    return {
      at: created_at,
      raceid,
      text: Object.hasOwn(templates, template) ? messageBodyOf(template as Template, values, lang) : template,
    }
  })
}

export const personal: Personal = {
  tables: ['messages'],
  merge: { tables: ['messages'], adopt: adoptMessages },
  holds: hasMessages,
  counted: { messages: countedMessages },
  copy: { ofAccount: async (working, { uid }) => ({ messages: await openMessages(working, uid) }) },
  erase: { account: removeMessagesOf },
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, now, limit) =>
        removeOldMessages(db, { before, codesBefore: new Date(now.getTime() - CODE_DAYS * DAY) }, limit),
      count: countMessages,
    },
  },
}
