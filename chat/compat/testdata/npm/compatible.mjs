// A program that asks with the AI SDK's provider for OpenAI-compatible services. It prints what it got.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';

const { baseURL, apiKey, model, prompt } = JSON.parse(process.argv[2]);
const provider = createOpenAICompatible({ name: 'narthex', baseURL, apiKey, includeUsage: true });

const streamed = streamText({ model: provider(model), prompt, maxRetries: 0 });
let text = '';
for await (const piece of streamed.textStream) text += piece;
const whole = await generateText({ model: provider(model), prompt, maxRetries: 0 });

process.stdout.write(JSON.stringify({
  text, finish: await streamed.finishReason, usage: await streamed.usage, whole: whole.text, wholeUsage: whole.usage,
}) + '\n');
