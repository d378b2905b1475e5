# sh ask.sh https://narthex.example grace-harbor 'What time is church on Sunday?'
base=$1 slug=$2 question=$3
church=$(curl -fsS "$base/api/churches/$slug" | sed 's/.*"id":"\([^"]*\)".*/\1/')
session=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr A-Z a-z)
curl -fsSN "$base/api/chatbot/stream" -H 'Content-Type: application/json' \
  -d "{\"churchId\":\"$church\",\"sessionId\":\"$session\",\"message\":\"$question\"}"
