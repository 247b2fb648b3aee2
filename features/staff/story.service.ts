import type { StoryKind } from '#contract/story.words.ts'
import { text } from '#contract/words.ts'
import type { Story } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'
import { isLoggedAction, loggedActions } from './actions.words.ts'

/** The kind of an entry by the beginning or the end of its action. The first pattern that fits counts. */
const kinds: readonly (readonly [RegExp, StoryKind])[] = [
  [/opened$|looked up$/, 'view'],
  [/^(refund|fee|order|invoice) /, 'money'],
  [/^(bib|zone)|zoned$|to window$/, 'number'],
  [/^(result|correction) /, 'result'],
  [/^message |resent$/, 'message'],
  [/edited$|corrected$|restored$|tagged$|changed$|erased$|merged$/, 'change'],
]
const kindOf = (what: string): StoryKind => kinds.find(([named]) => named.test(what))?.[1] ?? 'entry'
const unknown = text('{what}', '{what}', '{what}')
/** Actions that only the runner does. */
const byRunner: ReadonlySet<string> = new Set([
  'registration edited',
  'registration mended',
  'registration deleted',
  'registration left waitlist',
])

/**
 * Separates the reason and the correction of an action from its values, because the timeline shows the reason in a
 * place of its own.
 */
const withoutReason = (after: Record<string, unknown> | null) => {
  const { reason, why, correction, ...rest } = after ?? {}
  const said = reason ?? why
  return {
    reason: typeof said === 'string' && said !== '' ? said : null,
    correctionid: typeof correction === 'number' ? correction : null,
    after: after && rest,
  }
}

export const story: Story = {
  tables: ['log'],
  read: async (db, of) =>
    (await listForStory(db, of)).map(({ at, staffid, staff, what, before, after }) => ({
      at,
      kind: kindOf(what),
      says: isLoggedAction(what) ? loggedActions[what] : unknown,
      values: { what },
      by: staffid !== null ? 'staff' : byRunner.has(what) ? 'runner' : 'system',
      who: staff,
      before,
      ...withoutReason(after),
    })),
}
