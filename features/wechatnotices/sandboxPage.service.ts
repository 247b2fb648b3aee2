import type { FastifyReply } from 'fastify'
import type { Authorised } from '#integrations/sandbox/wechat/authorising.ts'

/**
 * Sends a page of the sandbox messaging app, or leads back to the page that asked. Without an answer there is no
 * sandbox, so the reply is 404.
 */
export const sendSandboxPage = (reply: FastifyReply, answer: Authorised | undefined): FastifyReply => {
  if (answer?.status === 200)
    return reply.code(200).headers(answer.headers).header('set-cookie', answer.cookie).send(answer.body)
  if (answer?.status !== 302)
    return reply
      .code(answer ? 400 : 404)
      .type('text/plain')
      .send('')
  return reply
    .code(302)
    .header('cache-control', 'no-store')
    .header('set-cookie', answer.cookie)
    .header('location', answer.location)
    .send()
}
