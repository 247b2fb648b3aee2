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

const cut = (text: string, most: number): string => {
  const letters = Array.from(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}
/** Shortens a notification, so that every push service takes it. */
export const fittedNotification = (message: Notification): Notification => ({
  ...message,
  title: cut(message.title, MOST_TITLE),
  body: cut(message.body, MOST_BODY),
})
