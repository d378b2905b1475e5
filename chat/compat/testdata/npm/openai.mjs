// A church's program that asks with OpenAI's client. It prints what it got, errors by their class.
import OpenAI from 'openai';

const { baseURL, apiKey, request, options, calls, abortAt } = JSON.parse(process.argv[2]);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const print = (value) => process.stdout.write(JSON.stringify(value) + '\n');

/** Reads a stream, and leaves when the text contains abortAt. */
async function read(stream) {
  const got = { id: '', model: '', text: '', roles: [], finish: null, usage: null, narthex: null, chunks: 0 };
  for await (const chunk of stream) {
    got.chunks++;
    got.id = chunk.id;
    got.model = chunk.model;
    got.usage = chunk.usage ?? got.usage;
    got.narthex = chunk.narthex ?? got.narthex;
    for (const choice of chunk.choices) {
      got.text += choice.delta.content ?? '';
      if (choice.delta.role) got.roles.push(choice.delta.role);
      got.finish = choice.finish_reason ?? got.finish;
    }
    if (abortAt && got.text.includes(abortAt)) {
      print({ left: got.text });
      stream.controller.abort();
      break;
    }
  }
  return got;
}

async function create() {
  const answer = await client.chat.completions.create(request, options);
  if (request.stream) return read(answer);
  const [choice] = answer.choices;
  return {
    id: answer.id, model: answer.model, text: choice.message.content, roles: [choice.message.role],
    finish: choice.finish_reason, usage: answer.usage, narthex: answer.narthex,
  };
}

const doing = {
  create,
  models: async () => {
    const models = [];
    for await (const model of client.models.list()) models.push(model.id);
    return { models };
  },
  model: async () => ({ id: (await client.models.retrieve(request.model)).id }),
};

for (const call of calls ?? ['create']) {
  try {
    print(await doing[call]());
  } catch (error) {
    print({
      error: error.constructor.name, status: error.status ?? 0, code: error.code ?? '', type: error.type ?? '', param: error.param ?? '',
      message: error.message, retryAfter: error.headers?.get('retry-after') ?? '', requestID: error.requestID ?? '',
    });
  }
}
