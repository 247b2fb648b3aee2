import { shortened } from '#contract/written.ts'

export type Notification = {
  title: string
  body: string
  path: string
  tag: string
  lang: string
  stop?: { raceid: number; key: string }
}
/** The longest texts of a notification. A phone shows about two lines of a title and about four lines of a text. */
const MOST_TITLE = 100
const MOST_BODY = 300

/** Shortens a notification, so that every push service takes it. */
export const fittedNotification = (message: Notification): Notification => ({
  ...message,
  title: shortened(message.title, MOST_TITLE),
  body: shortened(message.body, MOST_BODY),
})
