// A visitor's page with the AI SDK's chat, told step by step what to do. It prints what the visitor would see.
import { AbstractChat, DefaultChatTransport } from 'ai';

/** What useChat keeps in React's state. */
class State {
  status = 'ready';
  error = undefined;
  messages = [];
  snapshot = (thing) => structuredClone(thing);
  pushMessage = (message) => { this.messages = [...this.messages, message]; };
  popMessage = () => { this.messages = this.messages.slice(0, -1); };
  replaceMessage = (index, message) => { this.messages = this.messages.with(index, message); };
}

class Chat extends AbstractChat {
  constructor(init) { super({ ...init, state: Object.assign(new State(), { messages: init.messages }) }); }
}

const { api, id, body, steps } = JSON.parse(process.argv[2]);
const print = (value) => process.stdout.write(JSON.stringify(value) + '\n');
const textOf = (message) => (message?.parts ?? []).filter((part) => part.type === 'text').map((part) => part.text).join('');

let ids = 0;
let finished;
function open(address, messages) {
  return new Chat({
    id,
    messages,
    generateId: () => `message-${++ids}`,
    transport: new DefaultChatTransport({ api: address, body }),
    onFinish: (end) => { finished = end; },
  });
}

let chat = open(api, []);
let left; // a page that is not there any more
let working = Promise.resolve();

/** Waits until the newest answer is streaming and contains a text. */
async function until(text) {
  for (let tries = 0; chat.status !== 'streaming' || !textOf(chat.lastMessage).includes(text); tries++) {
    if (tries > 2000) throw new Error(`never saw ${text}, but ${JSON.stringify(chat.messages)}, ${chat.error}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const doing = {
  send: ({ text, messageId }) => { working = chat.sendMessage({ text, messageId }); },
  regenerate: ({ messageId }) => { working = chat.regenerate({ messageId }); },
  resume: () => { working = chat.resumeStream(); },
  stop: () => chat.stop(),
  finish: () => working,
  until: ({ text }) => until(text),
  /** Closes the page and opens it again, perhaps on another node, with the messages that it had or should have. */
  reopen: async ({ at, keep }) => {
    const messages = structuredClone(chat.messages).slice(0, keep);
    left = chat.stop();
    await left;
    chat = open(at ?? api, messages);
  },
  print: () => print({
    status: chat.status,
    error: chat.error?.message ?? '',
    statusCode: chat.error?.statusCode ?? 0,
    messages: chat.messages.map((message) => ({ ...message, text: textOf(message) })),
    finishReason: finished?.finishReason ?? '',
    isError: finished?.isError ?? false,
  }),
};

for (const step of steps) await doing[step.do](step);
