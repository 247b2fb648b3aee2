import { text } from '#contract/words.ts'
import type { Story, StoryEvent } from '#seam/server/story.ts'
import { listForStory } from './story.store.ts'

const words = {
  booked: text(
    '预订酒店：{arrival} 至 {departure}',
    '預訂飯店：{arrival} 至 {departure}',
    'Booked a hotel: {arrival} to {departure}',
  ),
  confirmed: text(
    '酒店已确认（{confirmation}）',
    '飯店已確認（{confirmation}）',
    'The hotel confirmed ({confirmation})',
  ),
  arrived: text('已入住酒店', '已入住飯店', 'Checked in at the hotel'),
  no_show: text('未入住酒店', '未入住飯店', 'Did not come to the hotel'),
}
/** The stays of a registration's account, for the timeline of the registration. */
export const story: Story = {
  tables: ['hotel_stays'],
  read: async (db, of) =>
    (await listForStory(db, of)).flatMap(
      ({ orderid, arrival, departure, confirmation, confirmed_at, outcome, outcome_at, created_at }): StoryEvent[] => [
        { at: created_at, kind: 'raceday', by: 'runner', says: words.booked, values: { arrival, departure }, orderid },
        ...(confirmed_at
          ? [
              {
                at: confirmed_at,
                kind: 'raceday' as const,
                by: 'staff' as const,
                says: words.confirmed,
                values: { confirmation: confirmation ?? '' },
                orderid,
              },
            ]
          : []),
        ...(outcome && outcome_at
          ? [{ at: outcome_at, kind: 'raceday' as const, by: 'staff' as const, says: words[outcome], orderid }]
          : []),
      ],
    ),
}
