import { text } from '#contract/words.ts'
import type { Story } from '#seam/server/story.ts'
import { writtenAbout } from '../personal.service.ts'

const says = {
  in: text('进入{station}', '進入{station}', 'Came into {station}'),
  out: text('离开{station}', '離開{station}', 'Left {station}'),
  drop: text('在{station}登记退赛', '在{station}登記退賽', 'Written down as dropped out at {station}'),
  note: text('{station}写了备注', '{station}寫了備註', 'Note at {station}'),
}
/**
 * Lists the entries of aid stations about a runner. A note may mention an injury, so only race control reads the notes.
 */
export const story: Story = {
  tables: ['timing_entries'],
  read: async (db, { raceid, id }) =>
    (await writtenAbout(db, raceid, id)).slice(-200).map(({ kind, at, station }) => ({
      at,
      kind: 'raceday',
      by: 'staff',
      says: says[kind],
      values: { station },
    })),
}
