import { text } from '#contract/words.ts'

export const cardReaderWords = {
  set: text('身份证阅读器', '身分證讀卡機', 'ID card reader'),
  waiting: text('正在连接阅读器…', '正在連接讀卡機…', 'Connecting to the reader…'),
  ready: text('阅读器已就绪，请放身份证', '讀卡機已就緒，請放身分證', 'The reader is ready. Lay the card on it'),
  away: text('连不上身份证阅读器', '連不上身分證讀卡機', 'The ID card reader does not answer'),
  address: text('阅读器地址', '讀卡機位址', 'Address of the reader'),
  how: text(
    '填写阅读器程序在本机的地址，留空则不使用。姓名和号码只用来查找选手，不会保存。',
    '填寫讀卡機程式在本機的位址，留空則不使用。姓名和號碼只用來查找選手，不會儲存。',
    "Type the address of the reader's program on this machine, or leave it empty. Name and number only find the runner and are not kept.",
  ),
  hint: text(
    '例如 ws://127.0.0.1:33666 或 http://127.0.0.1:18889/read',
    '例如 ws://127.0.0.1:33666 或 http://127.0.0.1:18889/read',
    'For example ws://127.0.0.1:33666 or http://127.0.0.1:18889/read',
  ),
  wrong: text(
    '请填写本机地址，以 ws://127.0.0.1 或 http://127.0.0.1 开头',
    '請填寫本機位址，以 ws://127.0.0.1 或 http://127.0.0.1 開頭',
    'Please type an address of this machine: ws://127.0.0.1 or http://127.0.0.1',
  ),
  save: text('保存', '儲存', 'Save'),
} as const
