import { text } from '#contract/words.ts'

/** The built-in wording of the consents. A race may have its own instead. */
export const words = {
  terms_title: text('参赛声明', '參賽聲明', 'Entry terms'),
  terms_body: text(
    '本人自愿报名参加本赛事，确认所填信息真实、准确，身体状况适合参赛，遵守竞赛规程。每个证件号码在报名期间仅可删除一次报名；退赛后将失去本赛事全部参赛资格。',
    '本人自願報名參加本賽事，確認所填資訊真實、準確，身體狀況適合參賽，遵守競賽規程。每個證件號碼在報名期間僅可刪除一次報名；退賽後將失去本賽事全部參賽資格。',
    'I enter this race of my own free will. I confirm that the information I give is true and correct and that I am fit to take part, and I will follow the race rules. Each ID number may delete an entry at most once while sign-up is open. If I withdraw, I can no longer take part in this race.',
  ),
  sensitive_title: text('敏感个人信息处理同意书', '敏感個人資料處理同意書', 'Consent to the use of sensitive data'),
  sensitive_body: text(
    '为核验参赛资格、购买保险和现场救援，我们需要处理您的证件号码、出生日期、手机号、地址和紧急联系人。这些信息加密保存，仅限赛事用途，保存期满后删除；您可以随时撤回同意并要求删除。',
    '為核驗參賽資格、購買保險和現場救援，我們需要處理您的證件號碼、出生日期、手機號碼、地址和緊急聯絡人。這些資料加密保存，僅限賽事用途，保存期滿後刪除；您可以隨時撤回同意並要求刪除。',
    'To check who may take part, for insurance and for rescue on the course, we process your ID number, date of birth, mobile number, address and emergency contact. They are stored encrypted, used for the race only and deleted when the retention period ends. You can withdraw this consent and request deletion at any time.',
  ),
  disclaimer_title: text('参赛免责声明', '參賽免責聲明', 'Disclaimer'),
  disclaimer_body: text(
    '本人知悉路跑运动的风险，对自身健康状况负责，并遵守组委会与医疗人员的安排。',
    '本人知悉路跑運動的風險，對自身健康狀況負責，並遵守主辦單位與醫療人員的安排。',
    'I understand the risks of road running, take responsibility for my own health, and will follow the instructions of the organisers and medical staff.',
  ),
  publication_title: text('成绩公示', '成績公示', 'Publication of your result'),
  publication_body: text(
    '同意在公开的成绩、排名、证书和名单中显示您的姓名和年龄组。不同意也可以参赛：对外只显示参赛号和成绩，您可以随时在“我的数据”中更改。',
    '同意在公開的成績、排名、證書和名單中顯示您的姓名和年齡組。不同意也可以參賽：對外只顯示參賽號和成績，您可以隨時在「我的資料」中更改。',
    'I agree that public results, rankings, certificates and lists show my name and age group. You can take part without this: others then see only your bib and your time. You can change it at any time under My data.',
  ),
  photos_title: text('赛事照片与人脸检索', '賽事照片與人臉檢索', 'Race photos and face search'),
  photos_body: text(
    '同意用您主动提供的照片在赛事照片中查找您。不同意时仍可按参赛号查找照片，您的人脸不会被比对。',
    '同意用您主動提供的照片在賽事照片中尋找您。不同意時仍可按參賽號尋找照片，您的人臉不會被比對。',
    'I agree that a photo I provide is used to find me in the race photos. Without this you can still find photos by bib, and your face is never compared.',
  ),
  face_title: text('领物现场人脸核验', '領物現場人臉核驗', 'Face check at pack collection'),
  face_body: text(
    '同意在领取参赛物品时，由工作人员现场拍照，并将照片与您的姓名、证件号码一并发送给人脸核验服务，用于确认本人领取。照片仅用于当次核验，我们不保存。不同意时，凭证件或报名二维码同样可以领取；您可以随时在“我的数据”中撤回同意。',
    '同意在領取參賽物品時，由工作人員現場拍照，並將照片與您的姓名、證件號碼一併傳送給人臉核驗服務，用於確認本人領取。照片僅用於當次核驗，我們不保存。不同意時，憑證件或報名 QR Code 同樣可以領取；您可以隨時在「我的資料」中撤回同意。',
    "I agree that, when I collect my race pack, staff take a photo of me and send it with my name and ID number to a face check service to confirm that I collect in person. The photo is used for this check only and is not stored. Without this you collect with your ID or your entry's QR code. You can change it at any time under My data.",
  ),
  marketing_title: text('赛事资讯', '賽事資訊', 'Race news'),
  marketing_body: text(
    '同意接收组委会今后赛事和活动的资讯。不同意时，您仍会收到与本次报名有关的通知。',
    '同意接收主辦單位今後賽事和活動的資訊。不同意時，您仍會收到與本次報名有關的通知。',
    "I agree to receive news about the organisers' future races and events. Without this you still receive notices about this entry.",
  ),
  guardian_title: text('监护人同意书', '監護人同意書', "Guardian's consent"),
  guardian_body: text(
    '本人是选手的监护人，已了解赛事风险，同意其参赛，并同意为上述目的处理其个人信息。',
    '本人是選手的監護人，已了解賽事風險，同意其參賽，並同意為上述目的處理其個人資料。',
    "I am the runner's guardian. I understand the risks of the race, agree that the runner takes part, and agree that the runner's personal data is processed for the purposes above.",
  ),
} as const
