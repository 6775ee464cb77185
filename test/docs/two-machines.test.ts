import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../support/postgres.js';
import { blocksOf } from './markdown.js';
import { Story } from './story.js';

const tutorial = blocksOf(await readFile('config/TUTORIAL.md', 'utf8'));
const guide = blocksOf(await readFile('config/OPERATING.md', 'utf8'));

/** Until the tutorial's second sync, which the guide continues from. */
const untilTwoSyncs = ['Start a portal', 'Connect a feed', 'Sync once', 'Give a word a meaning'];
const blocks = [
  // What the tutorial's commands print, its own test compares.
  ...tutorial.filter(({ section, language }) => untilTwoSyncs.includes(section) && language !== 'text'),
  ...guide.filter(({ section }) => section === 'Upgrade'),
  ...guide.filter(({ section }) => section === 'Several machines'),
];

let story: Story;
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  story = await Story.begin([['postgres://feedsync@db.example/feedsync', await server.newStore()]]);
});

afterAll(async () => {
  await story.end();
  await server.stop();
});

describe('from one machine to two, by tutorial and guide', () => {
  it.each(blocks)('line $line: $language', async (block) => story.execute(block));

  it('is a story of some length', () => {
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(6);
    expect(new Set(blocks.map(({ section }) => section)).size).toBe(untilTwoSyncs.length + 2);
  });
});
