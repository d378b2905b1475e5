# python3 ask.py https://narthex.example grace-harbor 'What time is church on Sunday?'
import json
import sys
import urllib.request
import uuid

base, slug, message = sys.argv[1:4]
with urllib.request.urlopen(f"{base}/api/churches/{slug}") as response:
    church = json.load(response)
question = {
    "churchId": church["id"],
    "sessionId": str(uuid.uuid4()),  # keep it: it is the right to this conversation
    "clientMessageId": str(uuid.uuid4()),  # sent again, it gets the same answer
    "message": message,
}
request = urllib.request.Request(
    f"{base}/api/chatbot/stream", json.dumps(question).encode(), {"Content-Type": "application/json"}
)
answer, event = "", ""
with urllib.request.urlopen(request) as response:
    for line in response:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "event":
            event = value
        elif name == "data":
            data = json.loads(value)
            if event == "delta":
                answer += data["text"]
            elif event == "reset":
                answer = ""
            elif event == "error":
                answer += f"\n({data['message']})"
print(answer)
