import { groundOf } from './program/ground.js'
import { keptSession, logIn } from './program/session.js'

App({
  onLaunch() {
    const { platform, server } = groundOf(wx)
    // A person who has an account is logged in before the first page asks. Without network the page itself tries again.
    if (!keptSession(platform)) void logIn(platform, server).catch(() => undefined)
  },
})
