import { text } from '#contract/words.ts'

export const storyWords = {
  booked: text('预约{service}：{when}', '預約{service}：{when}', 'Booked: {service}, {when}'),
  cancelled: text('取消预约：{service}', '取消預約：{service}', 'Cancelled appointment: {service}'),
} as const
