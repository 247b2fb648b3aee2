import { text } from '#contract/words.ts'

export const words = {
  holder: text('姓名', '姓名', 'Name'),
  time: text('时间', '時間', 'Time'),
  place: text('地点', '地點', 'Place'),
  kind: text('票种', '票種', 'Ticket'),
  bib: text('参赛号', '參賽號', 'Bib'),
  zone: text('出发区', '出發區', 'Start zone'),
  online: text('在线查看', '線上檢視', 'View online'),
  ended: text('此凭证已失效', '此憑證已失效', 'This pass is no longer valid'),
  ticket_how: text(
    '入场时出示二维码。转赠或退票后，此凭证失效。',
    '入場時出示 QR Code。轉贈或退票後，此憑證失效。',
    'Show this QR code at the gate. It stops working when the ticket is transferred or returned.',
  ),
  registration_how: text(
    '领取参赛包时出示二维码。',
    '領取參賽包時出示 QR Code。',
    'Show this QR code when you collect your race pack.',
  ),
} as const
