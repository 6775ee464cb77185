import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Words of a private language, spelled apart here so that this file holds none of them. */
const noOne = 'no' + 'body';
const banned = [
  ...['who' + 'ever', noOne, 'some' + 'body', 'a' + 'new', 'there' + 'of', 'ten' + 'ure'],
  ...['for want ' + 'of', 'is ' + 'told', 'is ' + 'said', 'put ' + 'aside'],
];
/** As a word, in the plural, and as a part of a name in camel case. */
const stems = ['wi' + 'sh', 'de' + 'sk'];

const phrases = new RegExp(`\\b(${banned.join('|').replaceAll(' ', '\\s+(?:\\*\\s+|//\\s+)?')})\\b`, 'gi');
const words = new RegExp(`\\b(${stems.join('|')})(es|s)?\\b`, 'gi');
const names = new RegExp(
  `\\b(${stems.join('|')})(?=[A-Z])|[a-z](${stems.map((stem) => stem.charAt(0).toUpperCase() + stem.slice(1)).join('|')})(es|s)?(?![a-z])`,
  'g',
);

/** Contract values: what stores, APIs, configurations and logs hold keeps its spelling. */
const quoted: readonly RegExp[] = [
  // Whose turn it is, in columns and in answers of the API.
  new RegExp(`(['"\`])${noOne}\\1`, 'g'),
  // A key of the console's and the sandbox's tables of words.
  new RegExp(`(^|\\n) *(${noOne}|'actor\\.${noOne}'):`, 'g'),
  // Titles of tests, in the rules.
  /^- Proven by .*$/gm,
  // A portal's word for a web application's form factor, and a host in examples.
  new RegExp(`${stems.join('|').slice(-4)}top`, 'gi'),
];

/** A preset's text is a value: feeds keep the version that they were started with, and compare it with the shipped one. */
const presets = /^mappings\/(?!.*\.cases\.yaml$).*\.yaml$/;

const folders = ['src', 'config', 'mappings'];
const texts = /\.(tsx?|md|ya?ml|css|html|service|sql)$/;
/** Generated from the API's document and from the program. */
const generated = 'schema.d.ts';

it('the source, the documents and the mappings are written in plain words', async () => {
  const found: string[] = [];
  for (const path of await files()) {
    const text = quoted.reduce((rest, value) => rest.replaceAll(value, ''), await readFile(path, 'utf8'));
    for (const pattern of [phrases, words, names])
      for (const match of text.matchAll(pattern)) {
        const line = text.slice(0, match.index).split('\n').length;
        found.push(`${path}:${line} ${match[0].replaceAll(/\s+/g, ' ')}`);
      }
  }
  expect(found).toEqual([]);
});

/** Serbian texts call the agency's file `fajl`, and its offers `oglas`. */
const otherNames = new RegExp(`${'izv' + '(?:oz|ez)'}|${'dato' + 'tek'}`, 'gi');

it('texts have one word for the agency’s file', async () => {
  const found: string[] = [];
  for (const path of await files())
    if (path.startsWith('src/'))
      for (const [match] of (await readFile(path, 'utf8')).matchAll(otherNames))
        found.push(`${path} ${match}`);
  expect(found).toEqual([]);
});

async function files(): Promise<string[]> {
  const inFolders = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((path) => join(folder, path)),
    ),
  );
  return ['README.md', ...inFolders.flat()].filter(
    (path) => texts.test(path) && !presets.test(path) && !path.endsWith(generated),
  );
}
