// node socket.mjs https://narthex.example grace-harbor 'What time is church on Sunday?'
const [base, slug, message] = process.argv.slice(2);
const church = await (await fetch(`${base}/api/churches/${slug}`)).json();
const socket = new WebSocket(base.replace(/^http/, "ws") + "/api/chatbot/ws", "narthex.v1");
let answer = "";
socket.onopen = () => socket.send(JSON.stringify({
  type: "message", churchId: church.id, sessionId: crypto.randomUUID(), clientMessageId: crypto.randomUUID(), message,
}));
socket.onmessage = ({ data: frame }) => {
  const { event, data } = JSON.parse(frame);
  if (event === "delta") answer += data.text;
  if (event === "reset") answer = "";
  if (event === "error" || event === "problem") answer += `\n(${data.message})`;
  if (event === "done" || event === "error" || event === "problem") socket.close();
};
socket.onclose = () => console.log(answer);
