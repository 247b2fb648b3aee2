"""Writes vectors.json: messages of WeChat Pay's APIv3 as the vendor's documents describe them.

OpenSSL's command makes keys, certificates and signatures; the package `cryptography` seals (AES-GCM).
"""

import base64
import json
import os
import subprocess
import tempfile
import time

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

folder = tempfile.mkdtemp()


def openssl(*args, given=None):
    return subprocess.run(["openssl", *args], input=given, capture_output=True, check=True, cwd=folder).stdout


def pair(name, serial):
    openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", f"{name}.key")
    openssl("req", "-x509", "-new", "-key", f"{name}.key", "-out", f"{name}.pem", "-sha256", "-days", "36500",
            "-set_serial", f"0x{serial}", "-subj", f"/O=Startline test vectors/CN={name}")
    read = lambda path: open(os.path.join(folder, path)).read()
    public = openssl("pkey", "-in", f"{name}.key", "-pubout").decode()
    return {"private": read(f"{name}.key"), "certificate": read(f"{name}.pem"), "public": public, "serial": serial}


def sign(name, text):
    made = openssl("dgst", "-sha256", "-sign", f"{name}.key", given=text.encode())
    return base64.b64encode(made).decode()


def seal(key, plain, nonce, associated):
    sealed = AESGCM(key.encode()).encrypt(nonce.encode(), plain.encode(), associated.encode())
    return base64.b64encode(sealed).decode()


def flat(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def flipped(text):
    """The same ciphertext with one bit of its last byte turned."""
    raw = bytearray(base64.b64decode(text))
    raw[-1] ^= 1
    return base64.b64encode(bytes(raw)).decode()


merchant = pair("merchant", "4A1F0C52D3B97E61")
platform = pair("platform", "5D20E7B18C4F9A36")
key = "Startline-vectors-32-bytes-long!"
assert len(key) == 32
# Certificates begin when they are made, so the messages do too.
at = str(int(time.time()) + 60)


def signed(body, nonce):
    return {
        "Wechatpay-Nonce": nonce,
        "Wechatpay-Timestamp": at,
        "Wechatpay-Serial": platform["serial"],
        "Wechatpay-Signature": sign("platform", f"{at}\n{nonce}\n{body}\n"),
    }


def notice(identity, event, original, plain, nonce):
    inner = "vec0" + nonce[:8]
    body = flat({
        "id": identity, "create_time": "2026-06-01T08:00:00+08:00", "resource_type": "encrypt-resource",
        "event_type": event, "summary": "测试向量",
        "resource": {"original_type": original, "algorithm": "AEAD_AES_256_GCM",
                     "ciphertext": seal(key, plain, inner, original), "associated_data": original, "nonce": inner},
    })
    return {"headers": signed(body, nonce), "body": body, "api_v3_key": key,
            "certificate_pem": platform["certificate"], "plaintext": plain}


message = "订单 2026/山道\n两行 & \"引号\""
nonce_str = "V1E2C3T4O5R6S7"
cases = [("GET", "/v3/pay/transactions/out-trade-no/a-1?mchid=1900000001", ""),
         ("POST", "/v3/refund/domestic/refunds", flat({"out_refund_no": "a-1-r1", "reason": "退出报名"}))]
payment = flat({
    "mchid": "1900000001", "appid": "wx0000000000000001", "out_trade_no": "vector-trade-1",
    "transaction_id": "4200000000000000000000000001", "trade_type": "NATIVE", "trade_state": "SUCCESS",
    "trade_state_desc": "支付成功", "bank_type": "OTHERS", "success_time": "2026-06-01T07:59:58+08:00",
    "payer": {"openid": "vector-openid"},
    "amount": {"total": 16020, "payer_total": 16020, "currency": "CNY", "payer_currency": "CNY"},
})
refund = flat({
    "mchid": "1900000001", "out_trade_no": "vector-trade-1", "transaction_id": "4200000000000000000000000001",
    "out_refund_no": "vector-trade-1-r1", "refund_id": "50000000000000000000000001", "refund_status": "SUCCESS",
    "success_time": "2026-06-01T07:59:59+08:00", "user_received_account": "支付用户零钱",
    "amount": {"total": 16020, "refund": 6000, "payer_total": 16020, "payer_refund": 6000},
})
listed = flat({"data": [{
    "serial_no": platform["serial"], "effective_time": "2026-05-01T00:00:00+08:00",
    "expire_time": "2031-05-01T00:00:00+08:00",
    "encrypt_certificate": {"algorithm": "AEAD_AES_256_GCM", "nonce": "certvectors0", "associated_data": "certificate",
                            "ciphertext": seal(key, platform["certificate"], "certvectors0", "certificate")},
}]})
sealed = seal(key, "退款 60.00 元", "aesgcmvector", "refund")
vectors = {
    "origin": "made by make.py",
    "sign_sha256_rsa2048": {
        "message": message,
        "private_key_pem_test_fixture": merchant["private"],
        "signature_base64": sign("merchant", message),
        "platform_serial": merchant["serial"],
        "certificate_pem": merchant["certificate"],
        "public_key_pem": merchant["public"],
        "negative": [{"message": message + " "}, {"message": ""}, {"signature": ""}, {"signature": "no base64 at all"},
                     {"signature": sign("platform", message)}, {"serial": platform["serial"]}],
    },
    "authorization_header": {
        "mchid": "1900000001", "serial_no": merchant["serial"], "nonce_str": nonce_str, "timestamp": int(at),
        "cases": [{"method": method, "url": url, "body": body,
                   "string_to_sign": f"{method}\n{url}\n{at}\n{nonce_str}\n{body}\n"} for method, url, body in cases],
        "header_field_order": "mchid,nonce_str,timestamp,serial_no,signature",
    },
    "aead_aes_gcm": {
        "APIV3Key": key, "Ciphertext": sealed, "Plaintext": "退款 60.00 元", "Nonce": "aesgcmvector",
        "AssociatedData": "refund",
        "negative": [{"Ciphertext": flipped(sealed)}, {"Ciphertext": "AAAA"}, {"APIV3Key": key[:-1]},
                     {"APIV3Key": key[:-1] + "?"}],
    },
    "notify": notice("vector-notice-1", "TRANSACTION.SUCCESS", "transaction", payment, "paidnoticevector"),
    "refund_notify": notice("vector-notice-2", "REFUND.SUCCESS", "refund", refund, "backnoticevector"),
    "certificates": {"headers": signed(listed, "certificatelists"), "body": listed},
}
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "vectors.json"), "w") as file:
    file.write(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n")
