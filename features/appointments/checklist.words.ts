import { text } from '#contract/words.ts'

export const checklistWords = {
  book_pickup: text('预约领取参赛包', '預約領取參賽包', 'Book a pick-up time'),
  book: text('预约{service}', '預約{service}', 'Book a time: {service}'),
  booked_pickup: text('领取时间已预约', '領取時間已預約', 'Pick-up time booked'),
} as const
