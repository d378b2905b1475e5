# sh openai.sh https://narthex.example nx_… 'What time is church on Sunday?'
base=$1 key=$2 question=$3
curl -fsS "$base/v1/chat/completions" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
  -d "{\"model\":\"narthex-coordinator\",\"messages\":[{\"role\":\"user\",\"content\":\"$question\"}]}"
