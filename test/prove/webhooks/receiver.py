"""A receiver of webhooks, written from docs/integrate.md alone. It uses the standard library of Python 3 only.

It answers badly on purpose: at random it answers 500, answers too late, or resets the connection. It keeps a message
only when it verifies the signature and answers 204. A line of the file is one kept message: its id, a tab, its body.
"""
import base64, hashlib, hmac, os, random, socket, struct, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
KEPT = open(os.environ["KEPT"], "a", encoding="utf-8")
SLOW = float(os.environ.get("SLOW_SECONDS", "11"))
CHANCE = random.Random(int(os.environ.get("SEED", "1")))
LOCK = threading.Lock()


def is_genuine(headers, body):
    sent = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    expected = "v1," + base64.b64encode(hmac.new(SECRET, sent, hashlib.sha256).digest()).decode()
    if abs(time.time() - int(headers["webhook-timestamp"])) > 300:
        return False
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not is_genuine(self.headers, body):
            print("forged", flush=True)
            return self.answer(401)
        with LOCK:
            luck = CHANCE.random()
        if luck < 0.15:
            return self.answer(500)
        if luck < 0.25:
            # Closes with a reset, so that the sender never learns whether the message arrived.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
            return None
        if luck < 0.3:
            time.sleep(SLOW)
            return self.answer(500)
        with LOCK:
            KEPT.write(f'{self.headers["webhook-id"]}\t{body.decode()}\n')
            KEPT.flush()
            os.fsync(KEPT.fileno())
        return self.answer(204)

    def log_message(self, *_):
        pass

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (OSError, ValueError):
            self.close_connection = True


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
server.daemon_threads = True
print("listening", server.server_port, flush=True)
server.serve_forever()
