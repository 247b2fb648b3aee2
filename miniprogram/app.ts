import { groundOf } from './program/ground.js'
import { keptSession, logIn } from './program/session.js'

App({
  onLaunch() {
    const { platform, server } = groundOf(wx)
    // The log-in of a person who has an account begins before the first page needs a session. Without network the page
    // itself tries again.
    if (!keptSession(platform)) void logIn(platform, server).catch(() => undefined)
  },
})
