type Report = { kind: 'hard' | 'soft' | 'complaint'; to: string; messageId: string; from: string }

/** Writes the report of a mail server about a delivery (RFC 3464) or about a complaint (RFC 5965). */
export const deliveryReport = ({ kind, to, messageId, from }: Report): string => {
  const [type, part] =
    kind === 'complaint'
      ? [
          'report-type=feedback-report',
          [
            'Content-Type: message/feedback-report',
            '',
            'Feedback-Type: abuse',
            'User-Agent: SandboxFeedback/1',
            'Version: 1',
            `Original-Rcpt-To: <${to}>`,
          ],
        ]
      : [
          'report-type=delivery-status',
          [
            'Content-Type: message/delivery-status',
            '',
            'Reporting-MTA: dns; mx.sandbox.example',
            '',
            `Final-Recipient: rfc822; ${to}`,
            `Action: ${kind === 'hard' ? 'failed' : 'delayed'}`,
            `Status: ${kind === 'hard' ? '5.1.1' : '4.2.2'}`,
            `Diagnostic-Code: smtp; ${kind === 'hard' ? '550 5.1.1 no such user' : '452 4.2.2 mailbox full'}`,
          ],
        ]
  return [
    'From: Mail Delivery System <mailer-daemon@sandbox.example>',
    `To: ${from}`,
    'Subject: Undelivered mail returned to sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; ${type}; boundary="report"`,
    '',
    '--report',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This is the mail system. Your message was not delivered.',
    '',
    '--report',
    ...part,
    '',
    '--report',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${messageId}>`,
    `From: ${from}`,
    `To: ${to}`,
    '',
    '--report--',
    '',
  ].join('\r\n')
}
