"""Writes vectors.json: a notice of Alipay signed with RSA2, and a notice of a refund in part.

OpenSSL's command makes the key and the signatures.
"""

import base64
import json
import os
import subprocess
import tempfile

folder = tempfile.mkdtemp()


def openssl(*args, given=None):
    return subprocess.run(["openssl", *args], input=given, capture_output=True, check=True, cwd=folder).stdout


openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "alipay.key")
public = openssl("pkey", "-in", "alipay.key", "-pubout", "-outform", "DER")


def text_of(fields):
    """name=value, sorted by name, joined by &; without sign, sign_type and empty values."""
    said = {name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            for name, value in fields.items()}
    return "&".join(f"{name}={said[name]}" for name in sorted(said)
                    if name not in ("sign", "sign_type") and said[name] != "")


def signed(fields):
    made = openssl("dgst", "-sha256", "-sign", "alipay.key", given=text_of(fields).encode())
    return {**fields, "sign": base64.b64encode(made).decode()}


trade = {
    "gmt_create": "2026-06-01 07:59:40", "charset": "utf-8", "seller_email": "shop@vectors.example",
    "subject": "2026 山道马拉松 / 半程 & \"A=B\" + 100%", "buyer_id": "2088000000000001", "invoice_amount": "160.20",
    "notify_id": "2026060100222080000000000000000001",
    "fund_bill_list": [{"amount": "160.20", "fundChannel": "ALIPAYACCOUNT"}],
    "notify_type": "trade_status_sync", "trade_status": "TRADE_SUCCESS", "receipt_amount": "160.20",
    "buyer_pay_amount": "160.20", "sign_type": "RSA2", "app_id": "2021000000000001", "seller_id": "2088000000000002",
    "gmt_payment": "2026-06-01 07:59:58", "notify_time": "2026-06-01 08:00:00", "version": "1.0",
    "out_trade_no": "vector_trade_1", "total_amount": "160.20", "trade_no": "2026060122000000000000000001",
    "auth_app_id": "2021000000000001", "buyer_logon_id": "vec***@vectors.example", "point_amount": "0.00",
}
refund = {**trade, "notify_id": "2026060100222080000000000000000002", "refund_fee": "60.00",
          "gmt_refund": "2026-06-01 08:00:00.123", "out_biz_no": "vector_trade_1_r1"}
vectors = {
    "origin": "made by make.py",
    "public_key_base64_spki": base64.b64encode(public).decode(),
    "trade_notify": signed(trade),
    "string_to_verify": text_of(trade),
    "expected": True,
    "refund_notify": signed(refund),
    "refund_string_to_verify": text_of(refund),
}
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "vectors.json"), "w") as file:
    file.write(json.dumps(vectors, ensure_ascii=False, indent=1) + "\n")
