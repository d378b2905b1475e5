// Reads documents as JSON from standard input, [{name, kind, text}], holds each against the published schema of its kind, and writes what
// is the matter with which: {name: [complaint, ...]}. Documents that are as they should be have an empty list.

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const {validateXML} = require('xmllint-wasm');
const here = dirname(fileURLToPath(import.meta.url));

/** The grammars of the kinds of XML. */
const grammars = {
  rss: {extension: 'relaxng', schema: readFileSync(join(here, 'rss.rng'), 'utf8')},
  atom: {extension: 'relaxng', schema: readFileSync(join(here, 'atom.rng'), 'utf8')},
  siteindex: {extension: 'schema', schema: readFileSync(join(here, 'siteindex.xsd'), 'utf8')},
  sitemap: {extension: 'schema', schema: readFileSync(join(here, 'node_modules/sitemap/schema/sitemap.xsd'), 'utf8')},
};

async function complaintsOfXML({kind, text}) {
  const result = await validateXML({xml: [{fileName: 'document.xml', contents: text}], ...grammars[kind], maxMemoryPages: 4096});
  return result.valid ? [] : [result.rawOutput];
}

/** The vocabulary of schema.org, as schema-dts makes types of it: the compiler finds properties that there are not, and values of other types. */
function complaintsOfLD(documents) {
  const complaints = Object.fromEntries(documents.map(({name}) => [name, []]));
  const lines = ["import type {Article, Church, WithContext} from 'schema-dts';"];
  for (const {text} of documents) {
    const data = JSON.parse(text);
    lines.push(`export const d${lines.length}: WithContext<${data['@type'] === 'Church' ? 'Church' : 'Article'}> = ${JSON.stringify(data)};`);
  }
  const path = join(here, 'documents.ts');
  const options = {strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler};
  const host = ts.createCompilerHost(options);
  const {getSourceFile, fileExists, readFile} = host;
  host.fileExists = (file) => file === path || fileExists(file);
  host.readFile = (file) => (file === path ? lines.join('\n') : readFile(file));
  host.getSourceFile = (file, ...rest) => (file === path ? ts.createSourceFile(file, lines.join('\n'), options.target) : getSourceFile(file, ...rest));
  for (const found of ts.getPreEmitDiagnostics(ts.createProgram([path], options, host))) {
    const message = ts.flattenDiagnosticMessageText(found.messageText, '\n').slice(0, 2000);
    if (!found.file || found.file.fileName !== path) {
      throw new Error(message);
    }
    const line = found.file.getLineAndCharacterOfPosition(found.start).line;
    complaints[documents[line - 1].name].push(message);
  }
  return complaints;
}

const documents = JSON.parse(readFileSync(0, 'utf8'));
const complaints = complaintsOfLD(documents.filter(({kind}) => kind === 'ld'));
for (const document of documents.filter(({kind}) => kind !== 'ld')) {
  complaints[document.name] = await complaintsOfXML(document);
}
process.stdout.write(JSON.stringify(complaints));
